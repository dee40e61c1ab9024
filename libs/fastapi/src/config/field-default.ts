import { describeValue } from '@rowhouse/core';
import type { Field } from './field.js';
import { isRecord } from './rule.js';
import { isStorableText } from './text.js';
import { itemType, type FieldType, type ScalarType } from './field-types.js';

/** What is wrong with a field's default, or undefined when the field itself would accept it. */
export function defaultProblem(field: Field): string | undefined {
  const value = field.default;
  if (value === null) {
    return field.nullable ? undefined : 'found null, but the field is not nullable';
  }
  const mismatch = typeProblem(field.type, value);
  if (mismatch !== undefined) return `found ${describeValue(value)}, expected ${mismatch}`;
  if (field.enum !== undefined && !field.enum.includes(value as string | number)) {
    return `found ${describeValue(value)}, expected one of ${field.enum.map((item) => JSON.stringify(item)).join(', ')}`;
  }
  return constraintProblem(field, value);
}

function constraintProblem(field: Field, value: unknown): string | undefined {
  const found = `found ${describeValue(value)}`;
  if (typeof value === 'string' || Array.isArray(value)) {
    const length = Array.isArray(value) ? value.length : [...value].length;
    if (length < (field.min_length ?? 0)) {
      return `${found}, which is shorter than min_length, ${field.min_length}`;
    }
    if (length > (field.max_length ?? Infinity)) {
      return `${found}, which is longer than max_length, ${field.max_length}`;
    }
  }
  if (field.pattern !== undefined && !new RegExp(field.pattern, 'u').test(value as string)) {
    return `${found}, which does not match the field's pattern`;
  }
  const number = Number(value);
  if (field.ge !== undefined && number < field.ge)
    return `${found}, which is less than ge, ${field.ge}`;
  if (field.gt !== undefined && number <= field.gt)
    return `${found}, expected more than gt, ${field.gt}`;
  if (field.le !== undefined && number > field.le)
    return `${found}, which is more than le, ${field.le}`;
  if (field.lt !== undefined && number >= field.lt)
    return `${found}, expected less than lt, ${field.lt}`;
  return undefined;
}

/** What a value of the type looks like in a config, when `value` does not; undefined when it does. */
function typeProblem(type: FieldType, value: unknown): string | undefined {
  const item = itemType(type);
  if (item !== undefined) {
    if (!Array.isArray(value)) return 'a list';
    const problem = value.map((entry) => typeProblem(item, entry)).find(Boolean);
    return problem && `a list, each item ${problem}`;
  }
  const [description, accepts] = forms[type as ScalarType];
  return accepts(value) ? undefined : description;
}

type Form = readonly [description: string, accepts: (value: unknown) => boolean];

const forms: Readonly<Record<ScalarType, Form>> = {
  uuid: [
    'a UUID such as "0b0e3a52-7d6f-4f0c-9b1e-3f1d2c4b5a69"',
    text(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i),
  ],
  str: ['a string', text(/^/)],
  email: ['an e-mail address', text(/^[^\s@]+@[^\s@]+\.[^\s@]+$/)],
  int: [
    'a whole number of 64 bits',
    (value) => Number.isInteger(value) && Math.abs(value as number) < 2 ** 63,
  ],
  float: ['a number', (value) => typeof value === 'number'],
  bool: ['true or false', (value) => typeof value === 'boolean'],
  datetime: [
    'a date and time with an offset, such as "2030-01-31T12:00:00Z"',
    (value) => {
      const [date, time] = typeof value === 'string' ? value.split('T') : [];
      const zoned = /^(.*?)(?:Z|[+-](?:0\d|1[0-4]):[0-5]\d)$/.exec(time ?? '');
      return isDate(date) && zoned !== null && isTime(zoned[1]);
    },
  ],
  date: ['a date such as "2030-01-31"', isDate],
  json: [
    'an object whose text has no NUL and no lone surrogate',
    (value) => isRecord(value) && isStorable(value),
  ],
  decimal: [
    'a number, or a string of one such as "9.90"',
    (value) => typeof value === 'number' || text(/^-?\d+(\.\d+)?$/)(value),
  ],
  time: ['a time such as "12:30:00"', isTime],
  timedelta: ['a number of seconds', (value) => typeof value === 'number'],
  bytes: ['a string', text(/^[\x20-\x7e\s]*$/)],
};

function text(shape: RegExp): (value: unknown) => boolean {
  return (value) => typeof value === 'string' && isStorableText(value) && shape.test(value);
}

function isTime(value: unknown): boolean {
  return text(/^(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,6})?)?$/)(value);
}

function isDate(value: unknown): boolean {
  if (!text(/^\d{4}-\d{2}-\d{2}$/)(value)) return false;
  const date = new Date(`${value as string}T00:00:00Z`);
  return (
    !Number.isNaN(date.getTime()) &&
    date.toISOString().startsWith(value as string) &&
    !(value as string).startsWith('0000')
  );
}

function isStorable(value: unknown): boolean {
  if (typeof value === 'string') return isStorableText(value);
  if (Array.isArray(value)) return value.every(isStorable);
  if (!isRecord(value)) return true;
  return Object.entries(value).every(([key, item]) => isStorable(key) && isStorable(item));
}
