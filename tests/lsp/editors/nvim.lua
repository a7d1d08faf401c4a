-- The setup of examples/editors/nvim in a headless Neovim: SHAPEPROF is the program, FILE a model.
local program, file = os.getenv("SHAPEPROF"), os.getenv("FILE")
local passed, failed = 0, 0

local function check(name, holds, seen)
  if holds then
    passed = passed + 1
  else
    failed = failed + 1
    io.stdout:write("FAIL nvim " .. name .. ": " .. vim.inspect(seen) .. "\n")
  end
end

local function virtual_text(namespace)
  local lines = {}
  for _, mark in ipairs(vim.api.nvim_buf_get_extmarks(0, namespace, 0, -1, { details = true })) do
    for _, chunk in ipairs(mark[4].virt_text or {}) do
      table.insert(lines, (mark[2] + 1) .. ":" .. chunk[1])
    end
  end
  return table.concat(lines, "\n")
end

local function wait(condition)
  return vim.wait(30000, condition, 20)
end

vim.opt.runtimepath:prepend(os.getenv("SETUP"))
require("shapeprof").setup({ cmd = { program, "lsp" } })
vim.cmd("filetype on")
vim.cmd("edit " .. vim.fn.fnameescape(file))
local hints = vim.api.nvim_create_namespace("shapeprof")

check("hints", wait(function() return virtual_text(hints):find("%[N, 64%] f32 256%*N B") end),
  virtual_text(hints))
check("the peak is marked", virtual_text(hints):find("peak leaf"), virtual_text(hints))
check("nothing is wrong", #vim.diagnostic.get(0) == 0, vim.diagnostic.get(0))

-- A mistake, as it is typed.
local row
for i, line in ipairs(vim.api.nvim_buf_get_lines(0, 0, -1, false)) do
  if line:find("nn_linear%(64, 8%)") then row = i end
end
local line = vim.fn.getline(row)
vim.fn.setline(row, (line:gsub("nn_linear%(64", "nn_linear(32")))
check("a finding", wait(function() return #vim.diagnostic.get(0) > 0 end), vim.diagnostic.get(0))
local found = vim.diagnostic.get(0)[1] or {}
check("it says both sizes", (found.message or ""):find("64") and found.message:find("32"), found)
vim.fn.setline(row, line)
check("it goes", wait(function() return #vim.diagnostic.get(0) == 0 end), vim.diagnostic.get(0))

local hover = vim.lsp.buf_request_sync(0, "textDocument/hover", {
  textDocument = { uri = vim.uri_from_bufnr(0) }, position = { line = 10, character = 22 } }, 10000)
check("hover", vim.inspect(hover):find("axis 0 of weight"), hover)
local lenses = vim.lsp.buf_request_sync(0, "textDocument/codeLens", {
  textDocument = { uri = vim.uri_from_bufnr(0) } }, 10000)
check("lenses", vim.inspect(lenses):find("peak leaf"), lenses)

io.stdout:write(passed .. " passed, " .. failed .. " failed\n")
vim.cmd("qa!")
