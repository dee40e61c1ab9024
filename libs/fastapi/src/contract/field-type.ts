import { withPlainNames } from '@rowhouse/python';

import type { SchemaField } from '../outputs/index.js';

/** The type of a field, taken apart. */
export interface FieldType {
  /** As Python says it. */
  readonly text: string;
  /** Without null, and without the values of an enum. */
  readonly base: string;
  readonly isNullable: boolean;
  /** Those of an enum. */
  readonly values: readonly string[] | undefined;
}

const nullable = ' | None';

/** Reads the annotation of a field. */
export function typeOf({ annotation }: SchemaField): FieldType {
  const text = withPlainNames(annotation);
  const isNullable = text.endsWith(nullable);
  const own = isNullable ? text.slice(0, -nullable.length) : text;
  // What a row may hold beyond its type is no part of what is promised.
  const plain = own.replace(/^Stored\[(.*)\]$/, '$1');
  const [, listed] = /^Literal\[(.*)\]$/.exec(plain) ?? [];
  const values = listed?.match(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|[^,\s]+/g) ?? undefined;
  const base = values === undefined ? plain : 'Literal';
  return { text: isNullable ? plain + nullable : plain, base, isNullable, values };
}
