import {
  formatPath,
  text,
  unquoted,
  type ConfigPath,
  type Problem,
  type Text,
} from '@rowhouse/core';
import type { ColumnFacts } from '@rowhouse/sqlalchemy';

import { constraints } from '../config/constraints.js';
import { isFieldType, type FieldType } from '../config/field-types.js';
import type { Role } from '../config/field-list.js';
import { checkedChoices, isLaxer, sideOf } from './check-limits.js';
import { agreement, columnType, enumValues, holdsNames, isJson } from './column-types.js';
import { isGenerated, limitsOf } from './column-values.js';
import { known } from './known.js';
import type { Run } from './prepare.js';
import type { Model } from './source.js';

/** Reports what contradicts the column. */
export function checkAgainst(
  field: Readonly<Record<string, unknown>>,
  column: ColumnFacts,
  role: Role,
  model: Model,
  run: Run,
  path: ConfigPath,
): void {
  // Of JSON, an annotation names one part, such as `Mapped[str]`.
  const written = (isJson(column) && known(column.sqlType)?.name) || column.written;
  const columnSays = text`${unquoted(run.source.where(column.at))} has ${unquoted(written)}`;
  const report = (key: string, problem: Omit<Problem, 'name'>) => {
    run.report(key === '' ? path : [...path, key], { name: column.attribute, ...problem });
  };
  const contradict = (key: string, fix: Problem['fix'], but: Problem['but'] = columnSays) =>
    report(key, {
      code: 'contradicts-model',
      found: field[key],
      ...(but !== undefined && { but }),
      ...(fix !== undefined && { fix }),
    });
  const isWritten = role === 'create' || role === 'update';
  const type = known(column.type);
  const saidType = field['type'];
  const ownType = type && columnType(type, model.path)?.type;
  const meant = isFieldType(saidType) ? saidType : ownType;
  if (isFieldType(saidType)) {
    const agrees = agreement(saidType, column, model.path);
    if (type && holdsNames(type) && role !== 'read' && role !== 'result') {
      contradict(
        'type',
        'Requests would contain the names of its members, but responses their values. Remove the field, or store the values (values_callable).',
      );
    }
    if (agrees === 'contradiction') contradict('type', typeFix(column, ownType));
    if (agrees === 'lossy') {
      run.source.note(
        `${formatPath([...path, 'type'])}: ${column.attribute}: 'float' loses digits of ${column.written}, ${run.source.where(column.at)}; 'decimal' keeps them`,
      );
    }
  }
  if (role === 'read' && field['nullable'] === false && known(column.nullable) === true) {
    contradict('nullable', "A response must allow null. Remove 'nullable'.");
  }
  if (isWritten && field['nullable'] === true && known(column.nullable) === false) {
    contradict('nullable', "The column does not allow NULL. Remove 'nullable'.");
  }
  if (type !== undefined && field['json'] !== undefined && field['json'] !== isJson(column)) {
    contradict('json', "Remove 'json'.");
  }
  for (const own of meant ? limitsOf(column, meant, model) : []) {
    for (const key of sideOf(own.key)) {
      const said = field[key];
      if (typeof said !== 'number' || !isLaxer({ key, limit: said }, own, meant!)) continue;
      const where = unquoted(run.source.where(own.at));
      const allows = own.check
        ? text`${where} has the check ${own.check}`
        : text`${where} allows ${own.limit}`;
      const way = constraints[key].wider === 'greater' ? 'less' : 'more';
      const fix = text`Write ${unquoted(own.key)}: ${own.limit} or ${unquoted(way)}, or remove it.`;
      contradict(key, fix, allows);
    }
  }
  if (Array.isArray(field['enum'])) {
    const choices = meant ? checkedChoices(column, meant, model) : undefined;
    const values = type?.enum
      ? role === 'read'
        ? enumValues(type.enum)
        : known(type.enum.stored)
      : choices?.values;
    const where = choices && unquoted(run.source.where(choices.at));
    const says = choices
      ? text`${where} has the check ${choices.check}`
      : text`${columnSays}, which has ${values}`;
    checkEnum(field['enum'], values, role, says, (problem) => report('enum', problem));
  }
  if (isWritten && isGenerated(column)) {
    const what = known(column.computed) ? 'computes' : 'numbers';
    report('', {
      code: 'generated-column',
      message: text`it cannot be written: the database ${unquoted(what)} it (${unquoted(run.source.where(column.at))})`,
      fix: 'Remove it.',
    });
  }
}

/** What to write instead of a type that contradicts the column. */
function typeFix(column: ColumnFacts, own: FieldType | undefined): Text | string {
  if (isJson(column)) {
    return text`In JSON, equal values of this type can differ. Write type: ${'json'} with a ${'class'} that converts them, or type: ${'str'}.`;
  }
  return own === undefined ? 'Remove it.' : text`Write type: ${own}, or remove it.`;
}

function checkEnum(
  said: readonly unknown[],
  values: readonly (string | number)[] | undefined,
  role: Role,
  says: Text,
  report: (problem: Omit<Problem, 'name'>) => void,
): void {
  if (values === undefined) return;
  const foreign = said.filter((value) => !values.includes(value as string | number));
  const lacking = role === 'read' ? values.filter((value) => !said.includes(value)) : [];
  const fix = "Remove 'enum' to use the members of the column.";
  if (foreign.length > 0) {
    const what = foreign.length > 1 ? 'are not values' : 'is not a value';
    const message = text`${foreign} ${unquoted(what)} of the column: ${says}`;
    report({ code: 'contradicts-model', message, fix });
  } else if (lacking.length > 0) {
    const message = text`without ${lacking}, which a row may contain: ${says}`;
    report({ code: 'contradicts-model', message, fix });
  }
}
