import type { Renderer } from '@rowhouse/core';

import type { SchemaClass, SchemaField, SortFieldEnum } from '../outputs/schema.js';
import type { Use } from '../outputs/section.js';
import { docstring } from '../python/english.js';
import { call, subscript, toDoc, type Expression } from '../python/expression.js';
import {
  flat,
  group,
  layout,
  lineLength,
  prefixed,
  textAssignment,
  type Doc,
} from '../python/layout.js';
import { symbol, type PythonSymbol } from '../python/symbols.js';
import type { PythonFile } from './file.js';
import { lengthRemark, namingRemark } from './remarks.js';

const annotated = symbol('typing', 'Annotated');
const field = symbol('pydantic', 'Field');
const strEnum = symbol('enum', 'StrEnum');

export const schemaRenderer: Renderer<SchemaClass, PythonFile> = {
  template: 'schema.py.ejs',
  view: ({ name, base, docs, fields }, { use }) => ({
    header: layout(group(`class ${name}(`, [use(base)], '):')),
    doc: docstring(4, ...docs),
    fields: fields.map((each) => fieldText(each, use)),
  }),
};

export const sortFieldRenderer: Renderer<SortFieldEnum, PythonFile> = {
  template: 'sort-field.py.ejs',
  view: ({ name, docs, fields }, { use }) => ({
    header: layout(group(`class ${name}(`, [use(strEnum)], '):')),
    doc: docstring(4, ...docs),
    members: fields.map(memberText),
  }),
};

/** How a field was written, and what the symbols in it were called there. */
interface WrittenField {
  readonly text: string;
  readonly names: readonly (readonly [symbol: PythonSymbol, name: string])[];
}

const written = new WeakMap<SchemaField, WrittenField>();

/** The text of a field: the same as in another file, unless something has another name in this one. */
function fieldText(field: SchemaField, use: Use): string {
  const known = written.get(field);
  if (known?.names.every(([symbol, name]) => use(symbol) === name)) return known.text;
  const names: [symbol: PythonSymbol, name: string][] = [];
  const text = writeField(field, (symbol) => {
    const name = use(symbol);
    names.push([symbol, name]);
    return name;
  });
  written.set(field, { text, names });
  return text;
}

/** One field on as few lines as ruff would use. */
function writeField(field: SchemaField, use: Use): string {
  const remark = namingRemark(field.name);
  const lines = fieldLines(field, use);
  // A remark for the linter stands on the line that it is about.
  const end = lines.indexOf('\n');
  const text =
    remark === ''
      ? lines
      : end < 0
        ? lines + remark
        : lines.slice(0, end) + remark + lines.slice(end);
  return lengthRemark(`    ${text}`).slice(indent);
}

const indent = 4;

function fieldLines(
  { name, annotation, arguments: given, default: initial }: SchemaField,
  use: Use,
) {
  if (annotation === undefined) return layout(prefixed(`${name} = `, toDoc(initial!, use)), indent);
  const head = `${name}: `;
  const value = initial && toDoc(initial, use);
  const shortest = value === undefined ? '' : ` = ${flat(value, 40) ?? ''}`;
  const room = lineLength - indent - head.length - shortest.length;
  const bare = Object.keys(given).length === 0 && toDoc(annotation, use);
  if (bare && flat(bare, room) !== undefined) return head + layout(bare) + tail(value, head);
  if (bare && typeof bare !== 'string' && 'rest' in bare) {
    const inner = layout(bare, indent + 4);
    return `${head}(\n${' '.repeat(indent + 4)}${inner}\n${' '.repeat(indent)})${tail(value, ') ')}`;
  }
  // A name that leaves no room for its type gets brackets to break the line in.
  const type = bare && typeof bare !== 'string' ? bare : toDoc(withField(annotation, given), use);
  const text = layout(type, indent, head.length, shortest.length);
  return head + text + tail(value, text.includes('\n') ? ']' : head + text);
}

/** The default behind `before`, which ends the line so far. */
function tail(value: Doc | undefined, before: string): string {
  return value === undefined ? '' : ` = ${layout(value, indent, before.length + 3)}`;
}

function withField(
  annotation: Expression,
  given: Readonly<Record<string, Expression>>,
): Expression {
  return subscript(annotated, annotation, call(field, [], given));
}

function memberText(field: string): string {
  return textAssignment(field.toUpperCase(), field, indent);
}
