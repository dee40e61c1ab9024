import type { Column } from './column.js';

/** Types whose every value another type has as well, by that: what the other has more of is refused on the way back. */
const WIDER: Readonly<Record<string, readonly string[]>> = {
  smallint: ['integer', 'bigint'],
  integer: ['bigint'],
  'character varying': ['text'],
  text: ['character varying'],
  uuid: ['text', 'character varying'],
};

/** Whether a value of the first type is the same again when it was one of the second. */
export function castsBothWays(before: Pick<Column, 'type'>, after: Pick<Column, 'type'>): boolean {
  return WIDER[before.type]?.includes(after.type) ?? false;
}
