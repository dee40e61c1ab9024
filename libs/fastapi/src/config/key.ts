import { fixes, text } from '@rowhouse/core';
import * as z from 'zod';

import { fieldName } from './field-names.js';
import { isScalarType, keyTypes, typeRows, type KeyType } from './field-types.js';
import { foreignTypeFix } from './likely-fixes.js';
import { isRecord, reportDuplicates, type Findings } from './rule.js';

/** One column of the key that the routes find a row by. */
export interface KeyColumn {
  /** The attribute of the model. */
  readonly name: string;
  readonly type: KeyType;
  /** The variable of the path that has its value. */
  readonly variable: string;
}

const keyType = z.enum(keyTypes).register(fixes, foreignTypeFix(keyTypes));

const keyValue = z.union([z.string(), z.int()]);

/** The config keys that say what a row is found by. */
export const keyShape = {
  pk: z
    .union([fieldName, z.array(fieldName).min(1)])
    .default('id')
    .describe(
      'The primary key, or another unique key, of one or more columns. Default: the primary key of the model, or `id` if the model is not read. Paths omit the columns that `tenant` covers.',
    ),
  pk_type: z
    .union([keyType, z.array(keyType).min(1)])
    .default('uuid')
    .describe(
      "The type of the key, or a list with the type of each column. Default: the types of the model's columns.",
    ),
  pk_example: keyExample(
    'The example key in the API documentation; for several columns, a list. Default: a value of the type.',
  ),
};

function keyExample(description: string) {
  return z
    .union([keyValue, z.array(keyValue).min(1)])
    .optional()
    .meta({ description, examples: [1] });
}

/** The option of an operation on one row that says which row its documentation shows. */
export const keyExampleShape = {
  pk_example: keyExample(
    'The example key in the API documentation. Default: `pk_example` of the resource.',
  ),
};

/** A key that documentation shows, as a config writes it. */
export type KeyExample = z.output<typeof keyExampleShape.pk_example>;

type KeyConfig = Omit<KeyOptions, 'pk_example'> & { readonly access?: unknown };
type KeyOptions = { readonly [Key in keyof typeof keyShape]: z.output<(typeof keyShape)[Key]> };

/** The values of an example, in the order of the path. */
export function examplesOfKey(example: KeyExample): readonly (string | number)[] {
  return example === undefined ? [] : Array.isArray(example) ? example : [example];
}

/** Reports an example that is no key. */
export function checkKeyExample(
  example: KeyExample,
  key: readonly KeyColumn[],
  report: Findings['report'],
): void {
  const values = examplesOfKey(example);
  if (example !== undefined && values.length !== key.length) {
    const names = key.map(({ name }) => name);
    report(['pk_example'], {
      code: 'invalid-example',
      found: example,
      message: text`expected a value for each column of the key: ${names}`,
    });
    return;
  }
  values.forEach((found, index) => {
    // A type that is none is reported already.
    const row = isScalarType(key[index]!.type) ? typeRows[key[index]!.type] : undefined;
    if (row === undefined || row.accepts(found)) return;
    report(['pk_example', ...(Array.isArray(example) ? [index] : [])], {
      code: 'invalid-example',
      found,
      expected: [row.form],
    });
  });
}

/** Reports a key whose columns and types do not go together. */
export function checkKey({ pk, pk_type: types }: KeyConfig, findings: Findings): void {
  if (!findings.sound('pk')) return;
  const names = listOf(pk);
  reportDuplicates(
    names.map((value, index) => ({ value, path: ['pk', index] })),
    findings,
    (name) => ({ code: 'duplicate-value', message: text`${name} is listed twice` }),
  );
  if (!findings.sound('pk_type') || !Array.isArray(types)) return;
  if (types.length === names.length) return;
  findings.report(['pk_type'], {
    code: 'key-type-mismatch',
    message: text`expected one type, or one for each column of the key: ${names}`,
  });
}

/** All columns of a key. */
export function wholeKey({
  pk,
  pk_type: types,
}: KeyConfig): readonly Omit<KeyColumn, 'variable'>[] {
  return listOf(pk).map((name, index) => ({
    name,
    type: listOf(types)[listOf(types).length === 1 ? 0 : index]!,
  }));
}

/**
 * The columns of a key that a path has, in its order. Those of the tenant are the user's: no path says them, unless
 * there would be none left.
 */
export function keyColumns(resource: KeyConfig): readonly KeyColumn[] {
  const whole = wholeKey(resource);
  const { access } = resource;
  const tenant = isRecord(access) && isRecord(access['tenant']) ? access['tenant'] : {};
  const rest = whole.filter(({ name }) => !Object.hasOwn(tenant, name));
  const columns = rest.length > 0 ? rest : whole;
  const variables = pathVariables(columns.map(({ name }) => name));
  return columns.map((column, index) => ({ ...column, variable: variables[index]! }));
}

/** What handlers call their other parameters, and what they answer. */
const taken = new Set([
  'answer',
  'body',
  'current_user',
  'db',
  'may',
  'own',
  'request',
  'response',
  'values',
]);

/** `{pk}` for one column; several are called as they are. */
function pathVariables(names: readonly string[]): readonly string[] {
  if (names.length === 1) return ['pk'];
  return names.map((name) => {
    let variable = name;
    while (taken.has(variable) || (variable !== name && names.includes(variable))) {
      variable += '_key';
    }
    return variable;
  });
}

function listOf<T extends string>(value: T | readonly T[]): readonly T[] {
  return Array.isArray(value) ? (value as readonly T[]) : [value as T];
}
