import { withPlainNames } from '@rowhouse/python';

import type { SchemaField } from '../outputs/index.js';

/** The type of a field, taken apart. */
export interface FieldType {
  /** As Python says it. */
  readonly text: string;
  /** Without null, and without the values of an enum. */
  readonly base: string;
  readonly isNullable: boolean;
  /** Those of an enum, or the kinds of operations in a bulk. */
  readonly values: readonly string[] | undefined;
}

const nullable = ' | None';

/** The operations of a bulk: each is one of some kinds, or of one. */
const operations = /^list\[(?:Operation\[)?(\w+Bulk(?:Create|Update|Delete)(?: \| \w+)*)\]{1,2}$/;

/** Reads the annotation of a field. */
export function typeOf({ annotation }: SchemaField): FieldType {
  const text = withPlainNames(annotation);
  const isNullable = text.endsWith(nullable);
  const own = isNullable ? text.slice(0, -nullable.length) : text;
  // What a row may hold beyond its type is no part of what is promised.
  const plain = own.replace(/^Stored\[(.*)\]$/, '$1');
  const [, listed] = /^Literal\[(.*)\]$/.exec(plain) ?? [];
  const values = listed?.match(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|[^,\s]+/g) ?? undefined;
  const [, kinds] = operations.exec(plain) ?? [];
  if (kinds !== undefined) {
    return { text: plain, base: 'operations', isNullable, values: kinds.split(' | ') };
  }
  const base = values === undefined ? plain : 'Literal';
  return { text: isNullable ? plain + nullable : plain, base, isNullable, values };
}
