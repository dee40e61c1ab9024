import type { JsonLayout } from '../runtime/to-text.js';
import { toJson } from '../runtime/to-text.js';
import { any, builtin, string } from './builtin.js';

function layout(indent: string, newline: string, colon: string): JsonLayout {
  return { indent, newline, colon, comma: ',', emptyArray: undefined, emptyObject: undefined };
}

/** JSON text. */
export const manifestJson = [
  builtin('manifestJson', [any('value')], (value) => toJson(value, layout('    ', '\n', ': '), '')),
  builtin('manifestJsonMinified', [any('value')], (value) =>
    toJson(value, layout('', '', ':'), ''),
  ),
  builtin(
    'manifestJsonEx',
    [any('value'), string('indent'), string('newline', '\n'), string('key_val_sep', ': ')],
    (value, indent, newline, colon) => toJson(value, layout(indent, newline, colon), ''),
  ),
];
