import { endType, typeRows } from '../config/field-types.js';
import type { ApiType } from './api-type.js';

/** What the value of a condition is: one of the field's type, a list of them, two of them, or true or false. */
export type OperandShape = 'one' | 'several' | 'two' | 'flag';

/** The fields that have an operator. */
const places = {
  any: () => true,
  /** Values of an enum are compared only for being the same: their order depends on how the database stores them. */
  ordered: (type) => type.kind === 'scalar' && typeRows[type.type].isCompared === true,
  text: (type) => type.kind === 'scalar' && typeRows[type.type].annotation === 'str',
  list: (type) => type.kind === 'list',
  range: (type) => type.kind === 'scalar' && endType(type.type) !== undefined,
} as const satisfies Readonly<Record<string, (type: ApiType) => boolean>>;

interface OperatorRow {
  readonly operand: OperandShape;
  readonly on: readonly (keyof typeof places | 'rows')[];
}

/** The operators of the filter language. `npm run docs` writes them: `operators.py` of the runtime has the rows. */
const rows = {
  eq: { operand: 'one', on: ['any'] },
  neq: { operand: 'one', on: ['any'] },
  in: { operand: 'several', on: ['any'] },
  not_in: { operand: 'several', on: ['any'] },
  is_null: { operand: 'flag', on: ['any'] },
  gt: { operand: 'one', on: ['ordered'] },
  gte: { operand: 'one', on: ['ordered'] },
  lt: { operand: 'one', on: ['ordered'] },
  lte: { operand: 'one', on: ['ordered'] },
  between: { operand: 'two', on: ['ordered'] },
  contains: { operand: 'one', on: ['text', 'list', 'range'] },
  overlaps: { operand: 'one', on: ['list', 'range'] },
  icontains: { operand: 'one', on: ['text'] },
  starts_with: { operand: 'one', on: ['text'] },
  ends_with: { operand: 'one', on: ['text'] },
  exists: { operand: 'flag', on: ['rows'] },
} as const satisfies Readonly<Record<string, OperatorRow>>;

/** The name of an operator. */
export type OperatorName = keyof typeof rows;

/** The operators that a field of a type supports, or those of related rows, and what each takes. */
export function operatorsOf(type: ApiType | 'rows'): ReadonlyMap<OperatorName, OperandShape> {
  const names = Object.keys(rows) as OperatorName[];
  const supported = names.filter((name) => {
    return rows[name].on.some((place) =>
      type === 'rows' || place === 'rows' ? type === place : places[place](type),
    );
  });
  return new Map(supported.map((name) => [name, rows[name].operand]));
}
