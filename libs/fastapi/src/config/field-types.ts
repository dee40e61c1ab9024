/** The types that a single value can have, by the name a config gives them. */
export const scalarTypes = [
  'uuid',
  'str',
  'email',
  'int',
  'float',
  'bool',
  'datetime',
  'date',
  'json',
  'decimal',
  'time',
  'timedelta',
  'bytes',
] as const;

/** The name of a scalar type. */
export type ScalarType = (typeof scalarTypes)[number];

/** The types that a list can hold: any scalar but `json`, which holds lists already. */
export const itemTypes = scalarTypes.filter((type) => type !== 'json');

/** A list of scalars, as a config writes it. */
export type ListType = `list[${Exclude<ScalarType, 'json'>}]`;

/** The name of a field's type. */
export type FieldType = ScalarType | ListType;

/** Every type that a field can have, in the order the documentation lists them. */
export const fieldTypes: readonly FieldType[] = [
  ...scalarTypes,
  ...itemTypes.map((type) => `list[${type}]` as const),
];

/** The type of a list's items, or undefined for a scalar. */
export function itemType(type: FieldType): ScalarType | undefined {
  return type.startsWith('list[') ? (type.slice(5, -1) as ScalarType) : undefined;
}

/** Whether values of the type are text, so that it can be searched and its length limited. */
export function isText(type: FieldType): boolean {
  return type === 'str' || type === 'email';
}

/** Whether values of the type are numbers, which `ge`, `gt`, `le` and `lt` can bound. */
export function isNumeric(type: FieldType): boolean {
  return type === 'int' || type === 'float' || type === 'decimal';
}

/** Whether a database can sort by a column of the type. */
export function isOrderable(type: FieldType): boolean {
  return type !== 'json' && itemType(type) === undefined;
}
