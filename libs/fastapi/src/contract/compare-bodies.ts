import { withPlainNames } from '@rowhouse/python';

import { constraintRows, type Constraint } from '../config/constraints.js';
import { isRequired, jsonName, type SchemaClass, type SchemaField } from '../outputs/index.js';
import type { Changes } from './changes.js';
import { typeOf } from './field-type.js';

/** Says what a request may hold that it might not, and the other way round. */
export function compareRequests(
  before: SchemaClass,
  after: SchemaClass,
  subject: string,
  changes: Changes,
): void {
  const { name } = after;
  eachField(before, after, subject, (field, old, current) => {
    if (!current) changes.removed(field, name);
    else if (!old && isRequired(current)) {
      changes.changed(`${field} is new and required`, true, name);
    } else if (!old) changes.added(`${field}, optional`, name);
    else
      compareRequestFields(field, old, current, (text, isBreaking) => {
        changes.changed(text, isBreaking, name);
      });
  });
}

/** Says what an answer holds that it did not, and the other way round. */
export function compareResponses(
  before: SchemaClass,
  after: SchemaClass,
  subject: string,
  changes: Changes,
): void {
  const { name } = after;
  eachField(before, after, subject, (field, old, current) => {
    if (!current) changes.removed(field, name);
    else if (!old) changes.added(field, name);
    else {
      const [former, now] = [typeOf(old), typeOf(current)];
      if (former.text !== now.text) {
        // An answer may have one value more: clients have to reckon with it.
        const isBreaking = former.base !== now.base || (now.isNullable && !former.isNullable);
        changes.changed(`${field} is ${now.text}, was ${former.text}`, isBreaking, name);
      }
    }
  });
}

function eachField(
  before: SchemaClass,
  after: SchemaClass,
  subject: string,
  visit: (field: string, before?: SchemaField, after?: SchemaField) => void,
): void {
  const [old, current] = [before, after].map(
    ({ fields }) => new Map(fields.map((field) => [jsonName(field), field])),
  );
  for (const name of new Set([...current!.keys(), ...old!.keys()])) {
    visit(`${subject}.${name}`, old!.get(name), current!.get(name));
  }
}

type Report = (text: string, isBreaking: boolean) => void;

function compareRequestFields(
  field: string,
  before: SchemaField,
  after: SchemaField,
  report: Report,
): void {
  const [former, now] = [typeOf(before), typeOf(after)];
  if (former.text !== now.text) {
    const isNarrower =
      former.base !== now.base ||
      (former.isNullable && !now.isNullable) ||
      (now.values !== undefined &&
        !(former.values ?? []).every((value) => now.values!.includes(value)));
    report(`${field} is ${now.text}, was ${former.text}`, isNarrower);
  }
  if (isRequired(after) && !isRequired(before)) report(`${field} is required`, true);
  if (isRequired(before) && !isRequired(after)) report(`${field} is optional`, false);
  for (const [, row] of constraintRows) compareLimit(row);

  function compareLimit({ argument, wider }: Constraint): void {
    const text = `${field}: ${argument}`;
    const [old, current] = [before, after].map((each) => each.arguments[argument]);
    if (old === current) return;
    const words = (source: string) => withPlainNames(source);
    if (current === undefined) return report(`${text} ${words(old!)} is gone`, false);
    if (old === undefined) return report(`${text} is ${words(current)}`, true);
    const growth = Number(current) - Number(old);
    const isWider = wider === 'greater' ? growth > 0 : wider === 'lesser' && growth < 0;
    report(`${text} is ${words(current)}, was ${words(old)}`, !isWider);
  }
}
