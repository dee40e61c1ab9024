import { withPlainNames } from '@rowhouse/python';

import type { Field } from '../config/field.js';
import { isScalarType, itemType, typeRows, type ScalarType } from '../config/field-types.js';
import type { SchemaField } from '../outputs/index.js';
import { typeOf } from './field-type.js';

/** The type of a value in JSON, without null. */
export type ApiType =
  /** A type of the config's fields: `uuid`, `decimal`. */
  | { readonly kind: 'scalar'; readonly type: ScalarType }
  /** `name` is that of its class in Python, if it has one. */
  | {
      readonly kind: 'enum';
      readonly values: readonly (string | number)[];
      readonly name: string | undefined;
    }
  | { readonly kind: 'list'; readonly items: ApiType }
  /** Another body, by the name of its class. */
  | { readonly kind: 'schema'; readonly name: string }
  /** One of several bodies, each with its own value of `op`. */
  | { readonly kind: 'union'; readonly name: string; readonly of: readonly ApiType[] }
  /** Null as an item of a list. */
  | { readonly kind: 'nullable'; readonly type: ApiType }
  /** JSON of which only the project's own Python knows more. */
  | { readonly kind: 'unknown' };

/** The type of a field of a body. What the config says comes before what its Python type says. */
export function apiTypeOf(field: SchemaField): ApiType {
  if (field.source !== undefined) return typeOfField(field.source);
  return readType(typeOf(field).text.replace(/ \| None$/, ''));
}

/** The type that a field of the config has. */
export function typeOfField({ type, enum: values, class: cls }: Field): ApiType {
  if (values !== undefined) {
    return { kind: 'enum', values, name: cls?.slice(cls.lastIndexOf('.') + 1) };
  }
  if (cls !== undefined && type === 'json') return { kind: 'unknown' };
  const item = itemType(type);
  if (item !== undefined) return { kind: 'list', items: { kind: 'scalar', type: item } };
  return { kind: 'scalar', type: type as ScalarType };
}

/** Reads the Python type of a field of the target's own, by plain names. */
export function readType(text: string): ApiType {
  const [, items] = /^list\[(.*)\]$/.exec(text) ?? [];
  if (items !== undefined) return { kind: 'list', items: readType(items) };
  const [, kinds] = /^Operation\[(.*)\]$/.exec(text) ?? [];
  if (kinds !== undefined) {
    const names = kinds.split(' | ');
    const name = names[0]!.replace(/Bulk(?:Create|Update|Delete)$/, 'BulkOperation');
    return { kind: 'union', name, of: names.map(readType) };
  }
  if (text.endsWith(' | None')) {
    return { kind: 'nullable', type: readType(text.slice(0, -' | None'.length)) };
  }
  const type = byAnnotation.get(text);
  if (type !== undefined) return { kind: 'scalar', type };
  return /^[A-Z]\w*$/.test(text) ? { kind: 'schema', name: text } : { kind: 'unknown' };
}

/** The types of the table by their Python types: of those that share one, such as `str` and `email`, the first. */
const byAnnotation = new Map<string, ScalarType>();
for (const [name, row] of Object.entries(typeRows)) {
  const plain = row.annotation.replace(/\b(?:runtime\.\w+|typing|pydantic)\./g, '');
  if (!byAnnotation.has(plain)) byAnnotation.set(plain, name as ScalarType);
}

/** The type of a variable in a path, by its Python type: `UuidKey`. */
export function pathTypeOf(annotation: string): ScalarType {
  const plain = withPlainNames(annotation);
  const found = Object.entries(typeRows).find(
    ([, { pathType }]) => pathType !== undefined && new RegExp(`\\b${pathType}\\b`).test(plain),
  );
  const name = found?.[0] ?? 'str';
  return isScalarType(name) ? name : 'str';
}
