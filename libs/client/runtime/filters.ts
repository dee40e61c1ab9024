/** The operators of fields whose values can only be the same or not. */
export interface Equality<Value> {
  /** Whether the field is the value. */
  readonly eq: Value;
  /** Whether the field is another value. */
  readonly neq: Value;
  /** Whether the field is one of the values. */
  readonly in: readonly Value[];
  /** Whether the field is none of the values. */
  readonly not_in: readonly Value[];
  /** Whether the field is null (`true`), or is not (`false`). */
  readonly is_null: boolean;
}

/** The operators of fields whose values have an order. */
export interface Ordered<Value> extends Equality<Value> {
  /** Whether the field is greater. */
  readonly gt: Value;
  /** Whether the field is greater, or the same. */
  readonly gte: Value;
  /** Whether the field is less. */
  readonly lt: Value;
  /** Whether the field is less, or the same. */
  readonly lte: Value;
  /** Whether the field is one of the two, or between them. */
  readonly between: readonly [from: Value, to: Value];
}

/** The operators of texts. Those that begin with an `i` ignore the case. */
export interface Texts extends Ordered<string> {
  /** Whether the field contains the text, all of the items, or all of the range. */
  readonly contains: string;
  /** Whether the field contains the text, in any case. */
  readonly icontains: string;
  /** Whether the field starts with the text. */
  readonly starts_with: string;
  /** Whether the field ends with the text. */
  readonly ends_with: string;
}

/** The operators of lists and ranges: `contains` all of it, or `overlaps` in a part. */
export interface Containers<Value> extends Equality<Value> {
  /** Whether the field contains the text, all of the items, or all of the range. */
  readonly contains: Value;
  /** Whether the field has one of the items, or a part of the range. */
  readonly overlaps: Value;
}

/** The operator of related rows. */
export interface Existence {
  /** Whether the field has rows that the user can see, or has none. */
  readonly exists: boolean;
}

declare const fieldsOf: unique symbol;

/** A filter of the fields that a search can filter by, made with `where`, `and`, `or` and `not`. */
export interface Filter<Fields> {
  readonly [fieldsOf]: (fields: Fields) => Fields;
}

/** A condition: the field, the operator and the type of the value are checked together. */
export function where<
  Fields,
  const Field extends keyof Fields & string,
  const Operator extends keyof Fields[Field] & string,
>(field: Field, op: Operator, value: Fields[Field][Operator]): Filter<Fields> {
  return node({ field, op, value });
}

/** Matches what all of the filters match. */
export function and<Fields>(...filters: Filter<Fields>[]): Filter<Fields> {
  return node({ and: filters });
}

/** Matches what one of the filters matches. */
export function or<Fields>(...filters: Filter<Fields>[]): Filter<Fields> {
  return node({ or: filters });
}

/** Matches what the filter does not match, NULL among it. */
export function not<Fields>(filter: Filter<Fields>): Filter<Fields> {
  return node({ not: filter });
}

/** In JSON, a filter is what it is made of: its type says which fields it is about. */
function node<Fields>(json: object): Filter<Fields> {
  return json as Filter<Fields>;
}
