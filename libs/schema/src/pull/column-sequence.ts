import { serialSequenceName } from '../sql/identifier.js';
import type { ColumnFacts, Identity } from './column.js';
import { inlineObject, stringLiteral } from './literals.js';

/** What makes a column of a type whose values a sequence counts. */
export const SERIALS: Readonly<Record<string, string>> = {
  smallint: 'smallserial',
  integer: 'serial',
  bigint: 'bigserial',
};
const LARGEST: Readonly<Record<string, string>> = {
  smallint: '32767',
  integer: '2147483647',
  bigint: '9223372036854775807',
};

/** A default that takes the next number of a sequence. */
export const NEXT = /^nextval\('(?:[^']|'')+'::regclass\)$/;

/** Whether `serial` makes just this column and its sequence. */
export function isSerialColumn({
  schema,
  table,
  name,
  type,
  isNotNull,
  sequence,
  ...column
}: ColumnFacts) {
  const id = sequence?.id;
  if (!isNotNull || id?.kind !== 'sequence' || !(type in SERIALS)) return false;
  const { dataType, start, increment, minValue, maxValue, cache, cycle } = sequence!.payload;
  return (
    id.schema === schema &&
    id.name === serialSequenceName(table, name) &&
    NEXT.test(column.default ?? '') &&
    dataType === type &&
    isUsual({ start, increment, minValue, maxValue, cache, cycle }, type)
  );
}

function isUsual(options: Readonly<Record<string, unknown>>, type: string): boolean {
  return Object.entries(unusualOptions(options, type)).length === 0;
}

/** The options of a sequence that are not those it has by itself. */
export function unusualOptions(options: Readonly<Record<string, unknown>>, type: string) {
  const isDescending = String(options['increment']).startsWith('-');
  const usual: Readonly<Record<string, unknown>> = {
    increment: '1',
    cache: '1',
    cycle: false,
    // Those of a descending sequence are others. One that ascends starts with its minimum.
    minValue: isDescending ? undefined : '1',
    maxValue: isDescending ? undefined : LARGEST[type],
    start: isDescending ? undefined : options['minValue'],
  };
  return Object.fromEntries(
    Object.entries(options).filter(
      ([key, value]) => Object.hasOwn(usual, key) && value !== usual[key],
    ),
  );
}

/** The call that makes a column an identity. */
export function identityCall({ table, name, type }: ColumnFacts, identity: Identity): string {
  const method =
    identity.generation === 'a' ? 'generatedAlwaysAsIdentity' : 'generatedByDefaultAsIdentity';
  const entries = Object.entries(unusualOptions(identity.options, type)).map(
    ([key, value]) =>
      [
        key === 'start' ? 'startWith' : key,
        typeof value === 'string' ? numberOrText(value) : String(value),
      ] as const,
  );
  const { name: sequence } = identity.sequence;
  const named =
    sequence === serialSequenceName(table, name)
      ? entries
      : [['name', stringLiteral(sequence)] as const, ...entries];
  return `${method}(${named.length === 0 ? '' : inlineObject(named)})`;
}

function numberOrText(value: string): string {
  return Number.isSafeInteger(Number(value)) ? value : stringLiteral(value);
}
