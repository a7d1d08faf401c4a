'use strict';
// Everything on the page is worked out from the report's JSON, so that its numbers are the report's.
const report = JSON.parse(document.getElementById('report').textContent);
const state = { model: 0, dtype: report.dtypes[0], values: {}, sort: null, filter: '', closed: new Set(), moment: null };

// ---- closed forms: the grammar that the report writes them in, with integers of any size

function parseForm(text) {
  let at = 0;
  const space = () => { while (text[at] === ' ') at++; };
  const accept = (c) => { space(); if (text[at] !== c) return false; at++; return true; };
  const floordiv = (a, b) => {
    if (b === 0n) throw new Error('division by zero');
    const q = a / b;
    return a % b !== 0n && (a < 0n) !== (b < 0n) ? q - 1n : q;
  };
  function sum() {
    let left = product();
    for (;;) {
      const a = left;
      if (accept('+')) { const b = product(); left = (v) => a(v) + b(v); }
      else if (accept('-')) { const b = product(); left = (v) => a(v) - b(v); }
      else return left;
    }
  }
  function product() {
    let left = unary();
    for (;;) {
      const a = left;
      if (accept('*')) { const b = unary(); left = (v) => a(v) * b(v); }
      else if (accept('/')) { const b = unary(); left = (v) => floordiv(a(v), b(v)); }
      else if (accept('%')) { const b = unary(); left = (v) => { const y = b(v); return a(v) - floordiv(a(v), y) * y; }; }
      else return left;
    }
  }
  function unary() {
    if (accept('-')) { const a = unary(); return (v) => -a(v); }
    const base = atom();
    if (!accept('^')) return base;
    const exponent = atom();
    return (v) => base(v) ** exponent(v);
  }
  function call(name) {
    const list = [sum()];
    while (accept(',')) list.push(sum());
    if (!accept(')')) throw new Error('a ) is missing');
    if (name === 'ceildiv') return (v) => -floordiv(-list[0](v), list[1](v));
    return (v) => list.map((f) => f(v)).reduce((a, b) => ((name === 'min' ? b < a : b > a) ? b : a));
  }
  function atom() {
    space();
    let found = /^\d+/.exec(text.slice(at));
    if (found) { at += found[0].length; const n = BigInt(found[0]); return () => n; }
    if (accept('(')) { const inner = sum(); if (!accept(')')) throw new Error('a ) is missing'); return inner; }
    if (accept('`')) { const end = text.indexOf('`', at); const name = text.slice(at, end); at = end + 1; return variable(name); }
    found = /^(min|max|ceildiv)\(/.exec(text.slice(at));
    if (found) { at += found[0].length; return call(found[1]); }
    // A name is a C lvalue: its indices may be anything.
    found = /^[A-Za-z_](?:[\w.]|->|\[[^\]]*\])*/.exec(text.slice(at));
    if (!found) throw new Error('not a form: ' + text);
    at += found[0].length;
    return variable(found[0]);
  }
  const variable = (name) => (v) => { if (!(name in v)) throw new Error(name); return v[name]; };
  const form = sum();
  space();
  if (at !== text.length) throw new Error('not a form: ' + text);
  return form;
}

const forms = new Map();

// The value of a number of the report: an integer, a form, or null where it is not known.
function valueOf(number) {
  if (number === null || number === undefined) return null;
  if (typeof number === 'number') return BigInt(number);
  if (!forms.has(number)) {
    let form = null;
    try { form = parseForm(number); } catch (error) { form = null; }
    forms.set(number, form);
  }
  const form = forms.get(number);
  if (!form) return null;
  try { return form(state.values); } catch (error) { return null; }
}

function holds(condition) {
  const found = /^(.*?) (==|!=|<=|>=|<|>) (.*)$/.exec(condition);
  if (!found) return null;
  const left = valueOf(found[1]), right = valueOf(found[3]);
  if (left === null || right === null) return null;
  switch (found[2]) {
    case '==': return left === right;
    case '!=': return left !== right;
    case '<=': return left <= right;
    case '>=': return left >= right;
    case '<': return left < right;
    default: return left > right;
  }
}

// "T <= 256 and N >= 2", as pieces have it.
function allHold(condition) {
  return !condition || condition.split(' and ').every((part) => holds(part) !== false);
}

function size(bytes, tag) {
  if (bytes === null) return '?';
  const prefix = tag === 'lower' ? '≥ ' : tag === 'upper' ? '≤ ' : '';
  const units = ['B', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB'];
  let unit = 0, scaled = Number(bytes);
  while (scaled >= 1024 && unit + 1 < units.length) { scaled /= 1024; unit++; }
  return prefix + (unit ? scaled.toPrecision(scaled >= 1000 ? 4 : 3) : bytes.toString()) + ' ' + units[unit];
}

function figure(owner, key) {
  const number = owner[key] && typeof owner[key] === 'object' ? owner[key][state.dtype] : owner[key];
  return { form: number, value: valueOf(number), tag: owner[key + '_tag'], reason: owner[key + '_reason'] };
}

// ---- small helpers

function element(tag, attributes, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes || {})) {
    if (name === 'class') made.className = value;
    else if (name.startsWith('on')) made.addEventListener(name.slice(2), value);
    else if (value !== null && value !== undefined && value !== false) made.setAttribute(name, value === true ? '' : value);
  }
  for (const child of children) if (child !== null && child !== undefined) made.append(child);
  return made;
}

function svg(tag, attributes) {
  const made = document.createElementNS('http://www.w3.org/2000/svg', tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  return made;
}

function place(owner) { return owner.file ? `${owner.file}${owner.line ? ':' + owner.line : ''}` : ''; }
function shapeText(output, innermost) {
  const sizes = (output.shape || []).map((n) => { const v = valueOf(n); return v === null ? String(n) : v.toString(); });
  if (!output.shape) return output.reason ? `unknown (${output.reason})` : 'unknown';
  return innermost ? `${output.dtype} {${sizes.reverse().join(', ')}}` : `${output.dtype}[${sizes.join(', ')}]`;
}

// ---- symbols

// Small sizes that keep the model's conditions: the first that does, symbol by symbol.
function chooseValues(model) {
  const values = {};
  for (const name of model.symbols) values[name] = 1n;
  state.values = values;
  const broken = () => model.conditions.filter((c) => holds(c.condition) === false).length;
  for (let round = 0; round < 3 && broken(); round++) {
    for (const name of model.symbols) {
      let best = values[name], least = broken();
      for (const n of [1n, 2n, 3n, 4n, 5n, 8n, 10n, 16n, 24n, 28n, 32n, 48n, 64n, 96n, 128n, 192n, 224n, 256n, 384n, 512n, 1024n]) {
        values[name] = n;
        const left = broken();
        if (left < least) { least = left; best = n; }
      }
      values[name] = best;
    }
  }
  const asked = new URLSearchParams(location.hash.slice(1));
  for (const [name, text] of asked) if (name in values && /^\d+$/.test(text)) values[name] = BigInt(text);
}

function setValue(name, text) {
  if (!/^\d+$/.test(text)) return;
  state.values[name] = BigInt(text);
  show(false);
}

function controls(model) {
  const box = element('div', { class: 'controls', id: 'controls' });
  const dtype = element('select', { id: 'dtype', 'aria-label': 'element type', onchange: (e) => { state.dtype = e.target.value; show(false); } });
  for (const name of report.dtypes) dtype.append(element('option', { value: name, selected: name === state.dtype }, name));
  if (report.dtypes.length > 1) box.append(element('label', {}, 'float is', dtype));
  for (const name of model.symbols) {
    const number = element('input', { type: 'number', min: 0, value: state.values[name].toString(), 'data-symbol': name, 'aria-label': name });
    const slider = element('input', { type: 'range', min: 0, max: 14, step: 'any', value: Math.log2(Math.max(1, Number(state.values[name]))), 'aria-label': `${name}, slider` });
    number.addEventListener('input', () => { if (number.value !== '') { slider.value = Math.log2(Math.max(1, Number(number.value))); setValue(name, number.value); } });
    slider.addEventListener('input', () => { number.value = Math.round(2 ** Number(slider.value)); setValue(name, number.value); });
    box.append(element('label', {}, element('code', {}, name), slider, number));
  }
  return box;
}

// ---- what stands out

function card(id, title, found, detail) {
  const box = element('div', { class: 'card', id }, element('span', { class: 'quiet' }, title),
    element('b', { 'data-bytes': found.value === null ? '' : found.value.toString() }, size(found.value, found.tag)));
  if (found.value !== null) box.append(element('div', { class: 'number' }, found.value.toLocaleString('en') + ' bytes'));
  if (typeof found.form === 'string') box.append(element('div', { class: 'form mono' }, found.form));
  if (found.reason) box.append(element('div', { class: 'form' }, found.reason));
  if (detail) box.append(element('div', { class: 'quiet' }, detail));
  return box;
}

// The largest call at these values; the earliest wins a tie.
function peakRow(rows) {
  let peak = null;
  for (const row of rows) {
    if (!row.call.visible_to_hooks) continue;
    const value = figure(row.call, 'bytes').value;
    if (value !== null && (!peak || value > peak.value)) peak = { row, value };
  }
  return peak;
}

function cards(model, rows) {
  const box = element('div', { class: 'cards' });
  const peak = peakRow(rows);
  if (peak) box.append(card('peak-leaf', 'peak leaf', figure(peak.row.call, 'bytes'), `${peak.row.leaf.name || peak.row.leaf.op} (${peak.row.leaf.op})`));
  const live = model.peak_live;
  const piece = live && (live.pieces || []).find((one) => allHold(one.condition));
  if (live) box.append(card('peak-live', 'peak live', figure(live, 'bytes'), (piece || live).moment));
  if (model.peak_live_training && model.library === 'nn')
    box.append(card('peak-training', 'in training, end of the forward pass', figure(model.peak_live_training, 'bytes')));
  box.append(card('total', 'all leaf outputs', figure(model, 'total')));
  if (model.parameters) box.append(card('parameters', 'parameters', figure(model.parameters, 'bytes'), `${model.parameters.count ?? '?'} numbers`));
  for (const memory of model.memory)
    if (memory.model !== 'ideal') box.append(card('memory-' + memory.model, memory.model, figure(memory, 'bytes')));
  return box;
}

function conditions(model) {
  if (!model.conditions.length && !model.budgets.length) return null;
  const list = element('ul', { id: 'conditions' });
  for (const c of model.conditions) {
    const verdict = holds(c.condition);
    list.append(element('li', { class: verdict === false ? 'broken' : verdict ? 'kept' : 'open' },
      element('code', {}, c.condition), ` ${verdict === false ? 'is broken' : verdict ? 'holds' : 'is open'}; ${c.needed_by || 'the program'} needs it ${c.file ? '(' + place(c) + ')' : ''}`));
  }
  for (const b of model.budgets) {
    const value = figure(b, 'bytes').value;
    const kept = value === null ? null : value <= BigInt(b.limit);
    list.append(element('li', { class: kept === false ? 'broken' : kept ? 'kept' : 'open' }, element('code', {}, b.text), kept === false ? ' is broken' : kept ? ' is kept' : ' is open'));
  }
  return list;
}

// ---- memory over time

function sums(timeline) {
  const changes = new Array(timeline.moments.length + 1).fill(0n);
  for (const span of timeline.spans) {
    const bytes = valueOf(span.bytes[state.dtype]);
    if (bytes === null) continue;
    changes[span.first] += bytes;
    changes[span.last + 1] -= bytes;
  }
  let now = 0n;
  return changes.slice(0, -1).map((change) => (now += change));
}

function plot(model) {
  const timeline = model.timeline;
  if (!timeline || !timeline.moments.length) return null;
  const levels = sums(timeline), n = levels.length;
  let peak = 0;
  levels.forEach((level, i) => { if (level > levels[peak]) peak = i; });
  if (state.moment === null || state.moment >= n) state.moment = peak;
  const top = Number(levels[peak]) || 1;
  const picture = svg('svg', { class: 'plot', viewBox: `0 0 ${n} 100`, preserveAspectRatio: 'none', role: 'img', 'aria-label': 'bytes alive over time' });
  let path = 'M0 100';
  levels.forEach((level, i) => { const y = 98 - 92 * Number(level) / top; path += ` L${i} ${y} L${i + 1} ${y}`; });
  picture.append(svg('path', { class: 'area', d: `${path} L${n} 100 Z` }));
  picture.append(svg('line', { class: 'peak', x1: 0, x2: n, y1: 6, y2: 6 }));
  picture.append(svg('line', { class: 'here', x1: state.moment + 0.5, x2: state.moment + 0.5, y1: 0, y2: 100 }));
  picture.addEventListener('click', (event) => {
    const box = picture.getBoundingClientRect();
    state.moment = Math.min(n - 1, Math.max(0, Math.floor((event.clientX - box.left) / box.width * n)));
    show(false);
  });
  const at = timeline.moments[state.moment];
  const slider = element('input', { type: 'range', min: 0, max: n - 1, value: state.moment, 'aria-label': 'moment', id: 'moment',
    oninput: (e) => { state.moment = Number(e.target.value); show(false); document.getElementById('moment').focus(); } });
  const where = element('span', { class: 'mono' }, `${state.moment === peak ? 'peak, ' : ''}${at.name ? 'while ' + at.name + ' runs' : 'between'} ${at.file ? '(' + place(at) + ')' : ''}: ${size(levels[state.moment])}`);
  const alive = timeline.spans.filter((s) => s.first <= state.moment && state.moment <= s.last)
    .map((s) => ({ name: s.name, value: valueOf(s.bytes[state.dtype]) }))
    .filter((s) => s.value === null || s.value > 0n)
    .sort((a, b) => (a.value === b.value ? 0 : (b.value ?? 0n) > (a.value ?? 0n) ? 1 : -1));
  const table = element('table', { id: 'alive' }, element('thead', {}, element('tr', {}, element('th', {}, 'alive then'), element('th', { class: 'number' }, 'bytes'), element('th'))));
  const body = element('tbody');
  for (const one of alive.slice(0, 24)) {
    const share = one.value === null || !levels[state.moment] ? 0 : Number(one.value * 1000n / levels[state.moment]) / 10;
    const bar = element('span');
    bar.style.width = share + '%';
    body.append(element('tr', {}, element('td', { class: 'mono' }, one.name), element('td', { class: 'number' }, one.value === null ? '?' : one.value.toLocaleString('en')), element('td', { class: 'bar' }, bar)));
  }
  if (alive.length > 24) body.append(element('tr', {}, element('td', { class: 'quiet' }, `and ${alive.length - 24} smaller ones`), element('td'), element('td')));
  table.append(body);
  const box = element('section', { id: 'timeline', 'data-peak': levels[peak].toString() }, element('h2', {}, 'Memory over time'), picture, element('div', { class: 'moment' }, slider, where), element('div', { class: 'wide' }, table));
  if (timeline.note) box.append(element('p', { class: 'quiet' }, timeline.note));
  return box;
}

// ---- leaves and modules

function rowsOf(model) {
  const rows = [];
  for (const leaf of model.leaves) for (const call of leaf.calls) rows.push({ leaf, call });
  return rows.sort((a, b) => a.call.index - b.call.index);
}

const columns = [
  { name: 'name', of: (r) => r.leaf.name || '' },
  { name: 'op', of: (r) => r.leaf.op || '' },
  { name: 'output', of: null },
  { name: 'bytes', number: true, of: (r) => figure(r.call, 'bytes').value ?? -1n },
  { name: '', of: null },
  { name: 'parameters', number: true, of: (r) => valueOf(r.leaf.parameters) ?? -1n },
  { name: 'flops', number: true, of: (r) => valueOf(r.call.flops) ?? -1n },
  { name: 'line', of: (r) => r.leaf.line ?? 0 },
];

function sortBy(index) {
  const same = state.sort && state.sort.index === index;
  state.sort = same && state.sort.down !== columns[index].number ? null : { index, down: same ? !state.sort.down : !!columns[index].number };
  show(false);
}

function compareRows(a, b) {
  const x = columns[state.sort.index].of(a), y = columns[state.sort.index].of(b);
  const order = x < y ? -1 : x > y ? 1 : 0;
  return state.sort.down ? -order : order;
}

function leafRow(model, row, depth, peak, most) {
  const bytes = figure(row.call, 'bytes');
  const bar = element('span');
  if (bytes.value !== null && most > 0n) bar.style.width = Number(bytes.value * 1000n / most) / 10 + '%';
  const calls = row.leaf.calls.length > 1 ? `, call ${row.leaf.calls.indexOf(row.call) + 1}` : '';
  const name = element('td', { class: 'mono' }, (row.leaf.name || '(the model itself)') + calls);
  name.style.paddingLeft = 8 + 14 * depth + 'px';
  const flops = valueOf(row.call.flops);
  return element('tr', { class: (peak && peak.row === row ? 'peak' : '') + (row.call.visible_to_hooks ? '' : ' functional'), 'data-index': row.call.index },
    name, element('td', { title: row.leaf.args || null }, row.leaf.op || ''),
    element('td', { class: 'mono' }, row.call.outputs.map((o) => shapeText(o, model.library === 'ggml')).join('; ')),
    element('td', { class: 'number', 'data-bytes': bytes.value === null ? '' : bytes.value.toString(), title: typeof bytes.form === 'string' ? bytes.form : bytes.reason || null },
      bytes.value === null ? '?' : (bytes.tag === 'lower' ? '≥ ' : '') + bytes.value.toLocaleString('en')),
    element('td', { class: 'bar' }, bar),
    element('td', { class: 'number' }, (valueOf(row.leaf.parameters) ?? '?').toLocaleString('en')),
    element('td', { class: 'number' }, flops === null ? '' : flops.toLocaleString('en')),
    element('td', { class: 'mono' }, place(row.leaf)));
}

function moduleRow(module, depth) {
  const closed = state.closed.has(module);
  const toggle = element('button', { 'aria-expanded': !closed + '', 'aria-label': closed ? 'open' : 'close', onclick: () => { if (closed) state.closed.delete(module); else state.closed.add(module); show(false); } }, closed ? '▸' : '▾');
  const name = element('td', { class: 'mono' }, toggle, module.name || '(the model itself)');
  name.style.paddingLeft = 8 + 14 * depth + 'px';
  const bytes = figure(module, 'bytes');
  return element('tr', { class: 'module' }, name, element('td', {}, module.op || ''), element('td'),
    element('td', { class: 'number' }, bytes.value === null ? '' : bytes.value.toLocaleString('en')), element('td'),
    element('td', { class: 'number' }, (valueOf(module.parameters) ?? '?').toLocaleString('en')), element('td'), element('td', { class: 'mono' }, place(module)));
}

// Modules enclose the indices that ran inside their call: outer ones first where they begin together.
function treeRows(model, rows, peak, most) {
  const starts = new Map(), made = [];
  for (const module of model.modules) {
    if (!module.n_indices) continue;
    if (!starts.has(module.first_index)) starts.set(module.first_index, []);
    starts.get(module.first_index).push(module);
  }
  for (const list of starts.values()) list.sort((a, b) => b.n_indices - a.n_indices || (a.name || '').length - (b.name || '').length);
  let open = [];
  for (const row of rows) {
    const index = row.call.index;
    open = open.filter((m) => index < m.first_index + m.n_indices);
    for (const module of starts.get(index) || []) {
      if (!open.some((m) => state.closed.has(m))) made.push(moduleRow(module, open.length));
      open.push(module);
    }
    if (!open.some((m) => state.closed.has(m))) made.push(leafRow(model, row, open.length, peak, most));
  }
  return made;
}

function leaves(model, rows) {
  const peak = peakRow(rows);
  const wanted = state.filter.toLowerCase();
  let shown = rows.filter((r) => !wanted || `${r.leaf.name} ${r.leaf.op} ${place(r.leaf)}`.toLowerCase().includes(wanted));
  const flat = state.sort || wanted;
  if (state.sort) shown = [...shown].sort(compareRows);
  const head = element('tr');
  columns.forEach((column, i) => {
    const label = column.name + (state.sort && state.sort.index === i ? (state.sort.down ? ' ↓' : ' ↑') : '');
    head.append(element('th', { class: column.number ? 'number' : '', 'aria-sort': state.sort && state.sort.index === i ? (state.sort.down ? 'descending' : 'ascending') : null },
      column.of ? element('button', { onclick: () => sortBy(i) }, label) : label));
  });
  const body = element('tbody');
  const most = peak ? peak.value : 0n;
  body.append(...(flat ? shown.map((row) => leafRow(model, row, 0, peak, most)) : treeRows(model, shown, peak, most)));
  return element('div', { class: 'wide' }, element('table', { id: 'leaves' }, element('thead', {}, head), body));
}

function tools(model) {
  const filter = element('input', { type: 'search', placeholder: 'filter by name, op or line', value: state.filter, 'aria-label': 'filter', id: 'filter' });
  filter.addEventListener('input', () => { state.filter = filter.value; document.getElementById('leaves').parentNode.replaceWith(leaves(model, rowsOf(model))); });
  return element('div', { class: 'tools' }, filter,
    element('button', { onclick: () => { for (const m of model.modules) state.closed.add(m); show(false); } }, 'close all'),
    element('button', { onclick: () => { state.closed.clear(); show(false); } }, 'open all'));
}

// ---- NNoM's own table

function blocks(model) {
  const nnom = model.nnom;
  if (!nnom) return [];
  const text = (value) => { const number = valueOf(value); return number === null ? '?' : number.toLocaleString('en'); };
  const head = ['#', 'layer', 'activation', 'output shape', 'MACs', 'mem in', 'out', 'buf', 'from', 'block', 'block owners', 'line'];
  const body = nnom.layers.map((layer) => {
    const work = layer.buf_block < 0 ? '' : `, work ${layer.buf_block}`;
    return element('tr', {}, element('td', { class: 'number' }, String(layer.number)), element('td', {}, layer.type + (layer.name ? ' ' + layer.name : '')), element('td', {}, layer.activation || ''),
      element('td', { class: 'number mono' }, layer.shape.map(text).join(' x ')), element('td', { class: 'number' }, text(layer.macs)), element('td', { class: 'number' }, text(layer.in_bytes)),
      element('td', { class: 'number' }, text(layer.out_bytes)), element('td', { class: 'number' }, text(layer.buf_bytes)), element('td', {}, layer.inputs.map((i) => i.from).filter((n) => n).join(', ')),
      element('td', {}, layer.block < 0 ? 'none' : `${layer.block}${layer.in_place ? ' in place' : ''}${work}`), element('td', { class: 'mono' }, layer.block_owners.map((n) => n || '-').join(' ')), element('td', { class: 'mono' }, place(layer)));
  });
  const table = element('table', { id: 'nnom' }, element('thead', {}, element('tr', {}, ...head.map((name) => element('th', {}, name)))), element('tbody', {}, ...body));
  const rows = nnom.blocks.map((block, i) => element('tr', {}, element('td', { class: 'number' }, String(i)), element('td', { class: 'number' }, text(block.bytes)), element('td', { class: 'number' }, block.offset === null ? 'none' : text(block.offset))));
  const sizes = element('table', { id: 'nnom-blocks' }, element('thead', {}, element('tr', {}, ...['block', 'bytes', 'at'].map((name) => element('th', { class: 'number' }, name)))), element('tbody', {}, ...rows));
  return [element('h2', {}, 'Layers and memory blocks of NNoM'), element('div', { class: 'wide' }, table), sizes];
}

// ---- two models, and what was measured

function comparison() {
  const c = report.comparison;
  if (!c) return null;
  const table = element('table', { id: 'comparison' }, element('thead', {}, element('tr', {}, element('th', {}, 'side'), element('th', {}, 'peak leaf'), element('th', { class: 'number' }, 'bytes'))));
  const body = element('tbody');
  for (const side of ['a', 'b'])
    body.append(element('tr', { class: c.bottleneck === side ? 'peak' : '' }, element('td', {}, `${side}: ${c.details[side].name}`), element('td', { class: 'mono' }, c[side + '_peak_layer'] ?? '?'), element('td', { class: 'number' }, String(c[side + '_peak_bytes'] ?? '?'))));
  table.append(body);
  const verdict = c.bottleneck ? `The bottleneck is ${c.bottleneck}.` : `Which is the bottleneck is open: ${c.details.reason}.`;
  return element('section', {}, element('h2', {}, 'Comparison'), element('div', { class: 'wide' }, table), element('p', {}, verdict));
}

function runs() {
  const box = element('section', { id: 'runs' });
  for (const run of report.runs || []) {
    const sizes = Object.entries({ ...run.at, ...run.chosen }).map(([name, value]) => `${name} = ${value}`).join(', ');
    box.append(element('h2', {}, `Measured: ${run.name}${sizes ? ' with ' + sizes : ''}`));
    if (run.failure) { box.append(element('p', { class: 'broken' }, run.failure)); continue; }
    const body = element('tbody');
    for (const f of run.figures)
      body.append(element('tr', { class: f.same ? '' : 'peak' }, element('td', {}, f.name), element('td', { class: 'number' }, f.predicted === null ? '?' : f.predicted.toLocaleString('en')), element('td', { class: 'number' }, f.measured.toLocaleString('en')), element('td', { class: f.same ? 'kept' : 'broken' }, f.same ? 'equal' : 'differs')));
    box.append(element('div', { class: 'wide' }, element('table', {}, element('thead', {}, element('tr', {}, element('th', {}, 'bytes'), element('th', { class: 'number' }, 'predicted'), element('th', { class: 'number' }, 'measured'), element('th'))), body)));
    box.append(element('p', { class: run.difference ? 'broken' : 'kept' }, run.difference || 'Every number is as predicted.'));
  }
  return box.childNodes.length ? box : null;
}

// ---- the page

function findings() {
  if (!report.diagnostics.length) return null;
  const box = element('section', { id: 'findings' }, element('h2', {}, 'Findings'));
  for (const d of report.diagnostics) {
    const one = element('div', { class: 'finding ' + d.severity }, element('code', {}, `${place(d)}${d.file && d.column ? ':' + d.column : ''}`), ` ${d.severity}: ${d.message} [${d.code}]`);
    for (const note of d.notes || []) one.append(element('div', { class: 'quiet' }, (note.file ? place(note) + ': ' : '') + (note.message ?? note)));
    if (d.fix) one.append(element('div', {}, 'fix: ', typeof d.fix === 'string' ? d.fix : JSON.stringify(d.fix)));
    box.append(one);
  }
  return box;
}

function show(fresh) {
  const model = report.models[state.model], main = document.getElementById('model');
  if (!model) { main.replaceChildren(element('p', {}, 'No model was found.'), findings() || ''); return; }
  const rows = rowsOf(model);
  if (fresh) { chooseValues(model); main.replaceChildren(controls(model), element('div', { id: 'answer' })); }
  const answer = [cards(model, rows)];
  const kept = conditions(model);
  if (model.incomplete) answer.push(element('p', { class: 'broken' }, model.incomplete));
  if (model.condition) answer.push(element('p', {}, 'While ', element('code', {}, model.condition), '.'));
  if (kept) answer.push(kept);
  const time = plot(model);
  if (time) answer.push(time);
  answer.push(element('h2', {}, 'Leaves'), tools(model), leaves(model, rows));
  answer.push(...blocks(model));
  if (model.tensors_of) answer.push(element('p', { class: 'quiet' }, `Loops are folded; tensors are those of ${model.tensors_of}.`));
  if (model.assumptions.length) {
    const list = element('ul');
    for (const text of model.assumptions) list.append(element('li', {}, text));
    answer.push(element('h2', {}, 'Taken for granted'), list);
  }
  document.getElementById('answer').replaceChildren(...answer);
}

function start() {
  const models = document.getElementById('models');
  document.getElementById('files').textContent = report.files.join(', ');
  report.models.forEach((model, i) => {
    models.append(element('button', { role: 'tab', 'aria-selected': i === 0 ? 'true' : 'false', onclick: (event) => {
      Object.assign(state, { model: i, moment: null, sort: null, filter: '' });
      state.closed.clear();
      for (const button of models.children) button.setAttribute('aria-selected', button === event.target ? 'true' : 'false');
      show(true);
    } }, `${model.name}${model.line ? ' (' + model.file.split('/').pop() + ':' + model.line + ')' : ''}`));
  });
  show(true);
  const before = comparison(), behind = [runs(), report.models.length ? findings() : null].filter((part) => part);
  if (before) models.before(before);
  document.getElementById('model').after(...behind);
}
start();
