import { Fault } from '../errors.js';
import { nested } from '../runtime/budget.js';
import { escapeJson } from '../runtime/escape-json.js';
import { numberText } from '../runtime/number-text.js';
import { ObjectValue } from '../runtime/object.js';
import type { Value } from '../runtime/value.js';
import { ArrayValue } from '../runtime/value.js';
import { builtin, object, string } from './builtin.js';
import { entriesOf, valuesOf } from './walk.js';

/** TOML text. */
export const manifestToml = [
  builtin('manifestToml', [object('value')], (value) => toToml(value, '  ')),
  builtin('manifestTomlEx', [object('value'), string('indent')], toToml),
];

function toToml(value: ObjectValue, indent: string): string {
  return table(value, [], '', indent);
}

/** The pairs of a table, and then the tables in it. */
function table(value: ObjectValue, path: readonly string[], indent: string, step: string): string {
  return nested(() => {
    const pairs: string[] = [];
    const sections: string[] = [];
    for (const [name, item] of entriesOf(value)) {
      const inner = [...path, name];
      if (item instanceof ObjectValue) {
        sections.push(section(`[${keyPath(inner)}]`, item, inner, indent, step));
      } else if (isTableArray(item)) {
        const tables = valuesOf(item).map((element) =>
          section(`[[${keyPath(inner)}]]`, element as ObjectValue, inner, indent, step),
        );
        sections.push(tables.join('\n\n'));
      } else {
        pairs.push(`${indent}${key(name)} = ${inline(item, inner, indent, step, false)}`);
      }
    }
    return [pairs.join('\n'), ...sections].join('\n\n');
  });
}

function section(
  header: string,
  value: ObjectValue,
  path: readonly string[],
  indent: string,
  step: string,
): string {
  const isEmpty = value.shape.sorted(false).length === 0;
  return `${indent}${header}${isEmpty ? '' : '\n'}${table(value, path, indent + step, step)}`;
}

function isTableArray(value: Value): value is ArrayValue {
  if (!(value instanceof ArrayValue) || value.length === 0) return false;
  return valuesOf(value).every((item) => item instanceof ObjectValue);
}

/** A value on the right of "=". Only an array that is not within another spans lines. */
function inline(
  value: Value,
  path: readonly string[],
  indent: string,
  step: string,
  isInner: boolean,
): string {
  if (typeof value === 'string') return escapeJson(value);
  if (typeof value === 'number') return numberText(value);
  if (typeof value === 'boolean') return String(value);
  if (value instanceof ArrayValue) {
    if (value.length === 0) return '[]';
    const [newline, inner] = isInner ? [' ', ''] : ['\n', indent + step];
    const items = nested(() =>
      valuesOf(value).map(
        (item, index) => inner + inline(item, [...path, String(index)], '', step, true),
      ),
    );
    const end = isInner ? '' : indent;
    return `[${newline}${items.join(`,${newline}`)}${newline}${end}]`;
  }
  if (value instanceof ObjectValue) {
    const pairs = nested(() =>
      entriesOf(value).map(
        ([name, item]) => `${key(name)} = ${inline(item, [...path, name], '', step, true)}`,
      ),
    );
    return `{ ${pairs.join(', ')} }`;
  }
  const what = value === null ? 'null' : 'a function';
  throw new Fault('output', `${what} has no TOML form, at ${path.join('.')}`);
}

function keyPath(path: readonly string[]): string {
  return path.map(key).join('.');
}

function key(name: string): string {
  return /^[A-Za-z0-9_-]+$/.test(name) ? name : escapeJson(name);
}
