-- shapeprof in Neovim (0.7 and newer): put this folder on the runtime path, and
--
--   require("shapeprof").setup({ settings = { dtype = "f16" } })
--
-- into init.lua. Findings are diagnostics; shapes stand behind the expressions, as inlay hints from
-- Neovim 0.10 on and as virtual text before; peaks stand over each model as code lenses, and
-- vim.lsp.codelens.run() has one done.
local M = {}
local namespace = vim.api.nvim_create_namespace("shapeprof")
local clients = {} -- by root folder

-- ---- hints, where Neovim has none of its own

local function draw(buffer, hints)
  vim.api.nvim_buf_clear_namespace(buffer, namespace, 0, -1)
  for _, hint in ipairs(hints or {}) do
    local label = hint.label
    if type(label) == "table" then
      label = table.concat(vim.tbl_map(function(part) return part.value end, label))
    end
    pcall(vim.api.nvim_buf_set_extmark, buffer, namespace, hint.position.line, 0, {
      virt_text = { { " " .. label, "Comment" } },
    })
  end
end

function M.hints(buffer)
  buffer = (buffer and buffer ~= 0) and buffer or vim.api.nvim_get_current_buf()
  local params = {
    textDocument = { uri = vim.uri_from_bufnr(buffer) },
    range = {
      start = { line = 0, character = 0 },
      ["end"] = { line = vim.api.nvim_buf_line_count(buffer), character = 0 },
    },
  }
  vim.lsp.buf_request(buffer, "textDocument/inlayHint", params, function(_, hints)
    if vim.api.nvim_buf_is_valid(buffer) then draw(buffer, hints) end
  end)
end

-- ---- commands of code lenses

local function show(text)
  vim.cmd("botright new")
  vim.bo.buftype, vim.bo.bufhidden, vim.bo.swapfile = "nofile", "wipe", false
  vim.api.nvim_buf_set_lines(0, 0, -1, false, vim.split(text, "\n"))
end

local function execute(command, context)
  local client = vim.lsp.get_client_by_id(context.client_id)
  client.request("workspace/executeCommand",
    { command = command.command, arguments = command.arguments },
    function(_, result)
      if type(result) == "table" and result.text then show(result.text) end
    end, context.bufnr)
end

-- Asks for the sizes, as "N=8" or "x=f32[8,3,224,224]"; nothing: those of the source.
local function with_sizes(command, context)
  local argument = vim.deepcopy(command.arguments[1])
  local answer = vim.fn.input("sizes (" .. table.concat(argument.inputs, " ") .. "): ")
  local sizes = { inputs = {}, set = {} }
  for word in answer:gmatch("%S+") do
    local name, value = word:match("^([^=]+)=(%d+)$")
    if name then sizes.set[name] = tonumber(value) else table.insert(sizes.inputs, word) end
  end
  argument.sizes = {}
  if #sizes.inputs > 0 then argument.sizes.inputs = sizes.inputs end
  if next(sizes.set) then argument.sizes.set = sizes.set end
  if not next(argument.sizes) then argument.sizes = vim.empty_dict() end
  execute({ command = command.command, arguments = { argument } }, context)
end

for _, name in ipairs({ "shapeprof.show", "shapeprof.run", "shapeprof.workspace" }) do
  vim.lsp.commands[name] = execute
end
vim.lsp.commands["shapeprof.sizes"] = with_sizes

-- ---- starting

local function root_of(file)
  local marks = { "compile_commands.json", ".shapeprof.json", ".git" }
  local folder = vim.fn.fnamemodify(file, ":p:h")
  while folder ~= "/" do
    for _, mark in ipairs(marks) do
      local path = folder .. "/" .. mark
      if vim.fn.filereadable(path) == 1 or vim.fn.isdirectory(path) == 1 then return folder end
    end
    folder = vim.fn.fnamemodify(folder, ":h")
  end
  return vim.fn.fnamemodify(file, ":p:h")
end

local function start(root, options)
  return vim.lsp.start_client({
    name = "shapeprof",
    cmd = options.cmd or { "shapeprof", "lsp" },
    root_dir = root,
    init_options = options.settings,
    settings = { shapeprof = options.settings or vim.empty_dict() },
    handlers = {
      -- Each analysis ends with its findings: then there are new hints, too.
      ["textDocument/publishDiagnostics"] = function(error, result, context, config)
        vim.lsp.diagnostic.on_publish_diagnostics(error, result, context, config)
        local buffer = vim.uri_to_bufnr(result.uri)
        if not vim.lsp.inlay_hint and vim.api.nvim_buf_is_loaded(buffer) then M.hints(buffer) end
      end,
    },
    on_attach = function(_, buffer)
      if vim.lsp.inlay_hint then vim.lsp.inlay_hint.enable(true, { bufnr = buffer }) end
      vim.api.nvim_create_autocmd({ "BufEnter", "CursorHold", "BufWritePost" }, {
        buffer = buffer,
        callback = function() vim.lsp.codelens.refresh() end,
      })
      vim.lsp.codelens.refresh()
    end,
    on_exit = function() clients[root] = nil end,
  })
end

function M.setup(options)
  options = options or {}
  vim.api.nvim_create_autocmd("FileType", {
    pattern = "c",
    callback = function(event)
      local root = root_of(vim.api.nvim_buf_get_name(event.buf))
      clients[root] = clients[root] or start(root, options)
      if clients[root] then vim.lsp.buf_attach_client(event.buf, clients[root]) end
    end,
  })
end

return M
