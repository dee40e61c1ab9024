import { Fault } from '../errors.js';
import { nested } from '../runtime/budget.js';
import { escapeJson } from '../runtime/escape-json.js';
import { numberText } from '../runtime/number-text.js';
import { ObjectValue } from '../runtime/object.js';
import type { Value } from '../runtime/value.js';
import { ArrayValue } from '../runtime/value.js';
import { array, any, boolean, builtin } from './builtin.js';
import { entriesOf, valuesOf } from './walk.js';

interface Options {
  readonly indentsArrays: boolean;
  readonly quotesKeys: boolean;
}

/** YAML text. */
export const manifestYaml = [
  builtin(
    'manifestYamlDoc',
    [any('value'), boolean('indent_array_in_object', false), boolean('quote_keys', true)],
    (value, indentsArrays, quotesKeys) => toYaml(value, '', { indentsArrays, quotesKeys }),
  ),
  builtin(
    'manifestYamlStream',
    [
      array('value'),
      boolean('indent_array_in_object', false),
      boolean('c_document_end', true),
      boolean('quote_keys', true),
    ],
    (value, indentsArrays, endsDocument, quotesKeys) => {
      const documents = valuesOf(value).map((document) =>
        toYaml(document, '', { indentsArrays, quotesKeys }),
      );
      return `---\n${documents.join('\n---\n')}${endsDocument ? '\n...\n' : '\n'}`;
    },
  ),
];

function toYaml(value: Value, indent: string, options: Options): string {
  if (typeof value === 'string') return yamlString(value, indent);
  if (typeof value === 'number') return numberText(value);
  if (value instanceof ArrayValue) return nested(() => yamlArray(value, indent, options));
  if (value instanceof ObjectValue) return nested(() => yamlObject(value, indent, options));
  if (value === null || typeof value === 'boolean') return String(value);
  throw new Fault('output', 'a function has no YAML form');
}

function yamlString(text: string, indent: string): string {
  if (text === '') return '""';
  if (!text.endsWith('\n')) return escapeJson(text);
  return ['|', ...text.slice(0, -1).split('\n')].join(`\n${indent}  `);
}

function yamlArray(value: ArrayValue, indent: string, options: Options): string {
  if (value.length === 0) return '[]';
  const items = valuesOf(value).map((item) => {
    // A nested array begins on a line of its own: "- - 1" is hard to read.
    if (item instanceof ArrayValue && item.length > 0) {
      return `-\n${indent}  ${toYaml(item, `${indent}  `, options)}`;
    }
    const inner = hasFields(item) ? `${indent}  ` : indent;
    return `- ${toYaml(item, inner, options)}`;
  });
  return items.join(`\n${indent}`);
}

function yamlObject(value: ObjectValue, indent: string, options: Options): string {
  const entries = entriesOf(value);
  if (entries.length === 0) return '{}';
  const lines = entries.map(([name, item]) => {
    const key = options.quotesKeys || !isPlainKey(name) ? escapeJson(name) : name;
    if (item instanceof ArrayValue && item.length > 0) {
      const inner = options.indentsArrays ? `${indent}  ` : indent;
      return `${key}:\n${inner}${toYaml(item, inner, options)}`;
    }
    if (hasFields(item)) return `${key}:\n${indent}  ${toYaml(item, `${indent}  `, options)}`;
    return `${key}: ${toYaml(item, indent, options)}`;
  });
  return lines.join(`\n${indent}`);
}

function hasFields(value: Value): boolean {
  return value instanceof ObjectValue && value.shape.sorted(false).length > 0;
}

const RESERVED = new Set(
  'true false yes no on off y n .nan -.inf +.inf .inf null - ---'.split(' ').concat(''),
);

/** Whether YAML reads a key without quotes as this string, and not as another type. */
function isPlainKey(key: string): boolean {
  if (!/^[A-Za-z0-9_./-]*$/.test(key) || RESERVED.has(key.toLowerCase())) return false;
  const dashes = key.split('-').length - 1;
  const isDate = /^[0-9-]*$/.test(key) && dashes === 2;
  const isInteger = /^[0-9_-]*$/.test(key) && dashes < 2;
  const isBinary = /^[0-9b_-]*$/i.test(key) && key.length > 2 && /^-?0b/.test(key);
  const isHexadecimal =
    /^[0-9a-fx_-]*$/i.test(key) && dashes < 2 && key.length > 2 && /^-?0x/.test(key);
  const isFloat =
    /^[0-9e._-]*$/i.test(key) &&
    key.split('.').length === 2 &&
    dashes < 3 &&
    key.toLowerCase().split('e').length < 3;
  return !(isDate || isInteger || isBinary || isFloat || isHexadecimal);
}
