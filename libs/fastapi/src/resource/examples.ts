import { literal } from '@rowhouse/python';

import type { Field } from '../config/field.js';
import { itemType, typeRows, type FieldType, type ScalarType } from '../config/field-types.js';
import { columnsOf, nameOf, type ListOptions } from '../config/list-options.js';
import type { Resource } from '../config/project.js';
import { isPlain } from '../relations/config.js';

/** Arguments of Pydantic's `Field`, as Python source. */
type Arguments = Readonly<Record<string, string>>;

/** The argument `examples` of a field's `Field`, where the config names one. */
export function shownExample({ type, example }: Field): Arguments {
  return example === undefined ? {} : { examples: literal([inJson(type, example)]) };
}

/** The same of a request. Other examples are made by the runtime, of what the schema says. */
export function sentExample(field: Field): Arguments {
  // That a moment has no offset, no schema says.
  const isLocal = field.timezone === false;
  return shownExample(isLocal ? { example: exampleOf(field), ...field } : field);
}

/** A filter to show in a search: by what the config has an example of, else by what tells more than an id. */
export function filterExample(options: ListOptions, { key }: Resource): Arguments {
  const columns = columnsOf(options);
  const named = (options.filters?.fields ?? options.fields.filter(isPlain)).map(nameOf);
  const fields = named
    .map((name) => columns.get(name)!)
    .filter((each) => hasExample(each) && each.path?.kind !== 'rows');
  const isId = ({ name, type }: Field) =>
    type === 'uuid' || key.some((column) => column.name === name);
  const field =
    fields.find(({ example }) => example !== undefined) ??
    fields.find((each) => !isId(each) && isPlain(each)) ??
    fields[0];
  if (field === undefined) return {};
  const { name, type } = field;
  return { examples: literal([{ field: name, op: 'eq', value: inJson(type, exampleOf(field)) }]) };
}

/** A sort to show in a search. */
export function sortExample({ ordering }: ListOptions): Arguments {
  return { examples: literal([[{ field: nameOf(ordering!.fields[0]!), dir: 'asc' }]]) };
}

/** Whether a value of the field is known: those of a class of the user are not. */
function hasExample(field: Field): boolean {
  return field.class === undefined || field.enum !== undefined || field.example !== undefined;
}

/** The example of a config, else a value of the type, as a config writes it. */
export function exampleOf({ type, example, enum: values, timezone }: Field): unknown {
  if (example !== undefined) return example;
  if (values !== undefined) return values[0];
  const item = itemType(type);
  if (item !== undefined) return [exampleOf({ name: '', type: item, timezone, nullable: false })];
  const { example: one } = typeRows[type as ScalarType];
  return timezone === false ? withoutZone(one) : one;
}

/** The example of a moment, or of a range of them, without an offset. */
function withoutZone(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value).replaceAll('Z"', '"'));
}

/** A value of a config as JSON has it. */
export function inJson(type: FieldType, value: unknown): unknown {
  const item = itemType(type);
  if (item !== undefined) return (value as unknown[]).map((each) => inJson(item, each));
  return typeRows[type as ScalarType].inJson?.(value) ?? value;
}
