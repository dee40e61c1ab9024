import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** How much each resource asks of the evaluator. */
export type Weight = 'light' | 'heavy';

/**
 * The files of a config of `count` resources, by path. Both kinds go through three levels of
 * imports, defaults that are merged with `+:`, comprehensions and `std.format`. A light resource has
 * ten scalar keys; a heavy one ten field objects, made by helpers that work on their names letter
 * by letter.
 */
export function inputs(weight: Weight, count: number): Map<string, string> {
  return new Map([
    ['lib/text.libsonnet', TEXT],
    ['lib/defaults.libsonnet', DEFAULTS],
    ['lib/resource.libsonnet', weight === 'light' ? LIGHT : HEAVY],
    ['main.jsonnet', main(count)],
  ]);
}

/** Writes the files of a config into a folder and returns the path of the first one to evaluate. */
export function writeInputs(folder: string, weight: Weight, count: number): string {
  for (const [path, text] of inputs(weight, count)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return join(folder, 'main.jsonnet');
}

const TEXT = `{
  isUpper(c):: std.codepoint(c) >= 65 && std.codepoint(c) <= 90,
  snake(name):: std.join('', [
    local c = name[i];
    if $.isUpper(c) then (if i > 0 then '_' else '') + std.asciiLower(c) else c
    for i in std.range(0, std.length(name) - 1)
  ]),
  title(name):: std.asciiUpper(name[0]) + name[1:],
  plural(name):: if std.endsWith(name, 's') then name + 'es' else name + 's',
}
`;

const DEFAULTS = `{
  resource: { kind: 'resource', enabled: true, options+: { page: 20, audit: false }, tags+: ['base'] },
  field: { type: 'string', required: true, unique: false, options+: { index: false } },
}
`;

const LIGHT = `local text = import 'text.libsonnet';
local defaults = import 'defaults.libsonnet';
{
  make(i):: local name = 'item%04d' % i; defaults.resource {
    name: name,
    table: text.plural(name),
    path: '/%s/%d' % [self.table, i],
    title: text.title(name),
    order: i,
    enabled: i % 7 != 0,
    options+: { page: 10 + i % 5 },
    tags+: ['t%d' % (i % 3)],
    owner: 'team-' + i % 11,
    limit: i * 2 + 1,
  },
}
`;

const HEAVY = `local text = import 'text.libsonnet';
local defaults = import 'defaults.libsonnet';
local field(resource, j) =
  local name = 'fieldName%dOf%s' % [j, text.title(resource)];
  defaults.field + {
    name: name,
    column: text.snake(name),
    type: ['string', 'integer', 'boolean', 'datetime'][j % 4],
    required: j % 2 == 0,
    label: std.format('%s (%s) no. %03d', [text.title(name), self.type, j]),
    options+: { index: j % 3 == 0, width: std.length(name) },
  } + (if j % 5 == 0 then { unique: true, options+: { unique: true } } else {});
{
  make(i):: local name = 'item%04d' % i; defaults.resource + {
    name: name,
    table: text.snake(text.plural(name)),
    fields: [field(name, j) for j in std.range(0, 9)],
    required: [f.name for f in self.fields if f.required],
    columns: { [f.column]: f.type for f in self.fields },
    path: '/%s/{%s_id}' % [self.table, self.name],
    options+: { page: 10 + i % 5 },
    tags+: std.set([f.type for f in self.fields]),
  },
}
`;

function main(count: number): string {
  return `local resource = import 'lib/resource.libsonnet';
{
  name: 'bench',
  resources: [resource.make(i) for i in std.range(1, ${count})],
  index: { [r.name]: r.path for r in self.resources },
}
`;
}
