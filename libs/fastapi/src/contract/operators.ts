import { endType, typeRows } from '../config/field-types.js';
import type { ApiType } from './api-type.js';

/** What the value of a condition is: one of the field's type, a list of them, two of them, or true or false. */
export type OperandShape = 'one' | 'several' | 'two' | 'flag';

interface OperatorRow {
  readonly operand: OperandShape;
  readonly appliesTo: (type: ApiType) => boolean;
}

/**
 * The operators of the filter language, as in `operators.py` of the runtime. Values of an enum are compared only for being
 * the same: what their order is depends on how the database stores them.
 */
const rows = {
  eq: { operand: 'one', appliesTo: always },
  neq: { operand: 'one', appliesTo: always },
  in: { operand: 'several', appliesTo: always },
  not_in: { operand: 'several', appliesTo: always },
  is_null: { operand: 'flag', appliesTo: always },
  gt: { operand: 'one', appliesTo: isOrdered },
  gte: { operand: 'one', appliesTo: isOrdered },
  lt: { operand: 'one', appliesTo: isOrdered },
  lte: { operand: 'one', appliesTo: isOrdered },
  between: { operand: 'two', appliesTo: isOrdered },
  contains: { operand: 'one', appliesTo: (type) => isText(type) || isList(type) || isRange(type) },
  overlaps: { operand: 'one', appliesTo: (type) => isList(type) || isRange(type) },
  icontains: { operand: 'one', appliesTo: isText },
  starts_with: { operand: 'one', appliesTo: isText },
  ends_with: { operand: 'one', appliesTo: isText },
  exists: { operand: 'flag', appliesTo: () => false },
} as const satisfies Readonly<Record<string, OperatorRow>>;

/** The name of an operator. */
export type OperatorName = keyof typeof rows;

/** The operators that a field of a type supports, and what each takes. */
export function operatorsOf(type: ApiType): ReadonlyMap<OperatorName, OperandShape> {
  const names = Object.keys(rows) as OperatorName[];
  const supported = names.filter((name) => rows[name].appliesTo(type));
  return new Map(supported.map((name) => [name, rows[name].operand]));
}

/** The operators of related rows. */
export const relatedOperators: ReadonlyMap<OperatorName, OperandShape> = new Map([
  ['exists', 'flag'],
]);

function always(): boolean {
  return true;
}

function isOrdered(type: ApiType): boolean {
  return type.kind === 'scalar' && typeRows[type.type].isCompared === true;
}

function isText(type: ApiType): boolean {
  return type.kind === 'scalar' && typeRows[type.type].annotation === 'str';
}

function isList(type: ApiType): boolean {
  return type.kind === 'list';
}

function isRange(type: ApiType): boolean {
  return type.kind === 'scalar' && endType(type.type) !== undefined;
}
