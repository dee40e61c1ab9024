import { text, unquoted, type Problem } from '@rowhouse/core';

import { constraintRows, type ConstraintName } from './constraints.js';
import {
  fieldTypes,
  isPartOfJson,
  itemType,
  partsOfJson,
  rowOf,
  type FieldType,
} from './field-types.js';
import type { Field } from './field.js';
import { isMatch } from './pattern.js';
import { isRecord, reportDuplicates, type Findings } from './rule.js';

/** Reports the keys of a field that do not go with its type, or with each other. */
export function checkField(field: Field, findings: Findings): void {
  if (!findings.sound('type')) return;
  const { type } = field as { readonly type?: FieldType };
  if (type === undefined) {
    findings.report(['type'], { code: 'missing', expected: [{ oneOf: fieldTypes }] });
    return;
  }
  for (const [key, constraint] of constraintRows) {
    const limit = field[key];
    if (limit === undefined) continue;
    if (!constraint.appliesTo(type)) {
      findings.report([key], { code: 'misfit-constraint', message: constraint.misfit(type) });
    } else if (findings.sound(key)) {
      const problem = constraint.limitProblem?.(limit, type);
      if (problem !== undefined) findings.report([key], problem);
    }
  }
  if (field.timezone !== undefined && !type.includes('datetime')) {
    findings.report(['timezone'], {
      code: 'misfit-constraint',
      message: text`only ${'datetime'} fields have a time zone, not ${type}`,
    });
  }
  if (field.json !== undefined && !isPartOfJson(type)) {
    findings.report(['json'], {
      code: 'misfit-constraint',
      message: text`it is for fields of type ${partsOfJson}, and for lists of these, not for ${type}`,
    });
  }
  checkRange(field, findings);
  checkEnum(field, findings);
  checkClass(field, findings);
  if (!findings.sound()) return;
  for (const { key, code } of valueKeys) {
    const problem = key in field ? valueProblem(field, key) : undefined;
    if (problem !== undefined) findings.report([key], { code, found: field[key], ...problem });
  }
}

/** The keys that give a value of the field, and the code of one that it would not accept. */
const valueKeys = [
  { key: 'default', code: 'invalid-default' },
  { key: 'example', code: 'invalid-example' },
] as const;

/** A least and a greatest value, or length, between which there is none. */
function checkRange(field: Field, findings: Findings): void {
  for (const [name, { excludes }] of constraintRows) {
    if (excludes === undefined || field[name] === undefined) continue;
    if (field[excludes as ConstraintName] === undefined) continue;
    findings.report([name], {
      code: 'exclusive-keys',
      message: text`${excludes} and ${name} cannot be used together`,
      fix: 'Keep one of the two.',
    });
  }
  const least = field.ge ?? field.gt;
  const greatest = field.le ?? field.lt;
  const isOpen = field.gt !== undefined || field.lt !== undefined;
  if (least !== undefined && greatest !== undefined && findings.sound()) {
    if (least > greatest || (isOpen && least === greatest)) {
      findings.report([], {
        code: 'empty-range',
        message: text`no value is between ${least} and ${greatest}`,
      });
    }
  }
  const { min_length: shortest = 0, max_length: longest = Infinity } = field;
  if (shortest > longest) {
    findings.report(['min_length'], {
      code: 'empty-range',
      found: shortest,
      expected: [text`at most max_length, ${longest}`],
    });
  }
}

function checkClass(field: Field, { report }: Findings): void {
  if (field.class === undefined || ['str', 'int', 'json'].includes(field.type)) return;
  report(['class'], {
    code: 'misfit-constraint',
    message: text`only ${'str'}, ${'int'} and ${'json'} fields have a class, not ${field.type}`,
  });
}

function checkEnum(field: Field, findings: Findings): void {
  const { type, enum: values } = field;
  if (values === undefined || !findings.sound('enum')) return;
  if (type !== 'str' && type !== 'int') {
    findings.report(['enum'], {
      code: 'misfit-constraint',
      message: text`only ${'str'} and ${'int'} fields have an enum, not ${type}`,
    });
    return;
  }
  const [kind, expected] = type === 'str' ? ['string', 'a string'] : ['number', 'a whole number'];
  values.forEach((value, index) => {
    if (typeof value === kind) return;
    findings.report(['enum', index], {
      code: 'wrong-type',
      found: value,
      expected: [text`${unquoted(expected!)}, as the field is of type ${type}`],
    });
  });
  reportDuplicates(
    values.map((value, index) => ({ value: JSON.stringify(value), path: ['enum', index] })),
    findings,
    (value) => ({ code: 'duplicate-value', message: text`${JSON.parse(value)} is listed twice` }),
  );
  for (const [key, constraint] of constraintRows) {
    if (field[key] === undefined || !constraint.appliesTo(type)) continue;
    findings.report([key], {
      code: 'redundant-constraint',
      message: text`${key} has no effect with an enum`,
      fix: 'Remove it, or the enum.',
    });
  }
}

/** What is wrong with a field's default or example, or undefined when the field itself would accept it. */
function valueProblem(
  field: Field,
  key: 'default' | 'example',
): Omit<Problem, 'code' | 'found'> | undefined {
  const found = field[key];
  if (found === null) return field.nullable ? undefined : { message: 'the field is not nullable' };
  const isLocal = field.timezone === false;
  // With a zone it would be one of the type.
  const zoned = expectedForm(field.type, isLocal ? withZone(found) : found);
  const form = isLocal
    ? zoned?.replaceAll('Z"', '"').replace('with an offset', 'without an offset')
    : zoned;
  if (form !== undefined) return { expected: [form] };
  if (field.enum !== undefined && !field.enum.includes(found as string | number)) {
    return { expected: [{ oneOf: field.enum }] };
  }
  const { pattern } = field;
  if (pattern !== undefined && isMatch(pattern, found as string) === undefined) {
    const message = text`the pattern ${pattern} takes too long to compare it`;
    return { message, fix: 'Write a pattern without nested repetitions, or a shorter value.' };
  }
  for (const [key, constraint] of constraintRows) {
    const limit = field[key];
    if (limit === undefined || constraint.accepts(found, limit)) continue;
    return { expected: [constraint.expected(limit)] };
  }
  return undefined;
}

/** Local dates and times, with an offset. */
function withZone(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withZone);
  if (!isRecord(value)) return typeof value === 'string' ? `${value}Z` : value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, withZone(each)]));
}

/** What a value of the type looks like in a config, when `value` does not; undefined when it does. */
function expectedForm(type: FieldType, value: unknown): string | undefined {
  const item = itemType(type);
  if (item === undefined) {
    const { form, accepts } = rowOf(type)!;
    return accepts(value) ? undefined : form;
  }
  if (!Array.isArray(value)) return 'a list';
  const form = value.map((entry) => expectedForm(item, entry)).find(Boolean);
  return form && `a list, each item ${form}`;
}
