import {
  formatPath,
  text,
  unquoted,
  type ConfigPath,
  type Problem,
  type Text,
} from '@rowhouse/core';
import type { ColumnFacts, EnumFacts } from '@rowhouse/sqlalchemy';

import { isFieldType, type FieldType } from '../config/field-types.js';
import type { Role } from '../config/field-list.js';
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
  const says = text`${unquoted(run.source.where(column.at))} has ${unquoted(written)}`;
  const report = (key: string, problem: Omit<Problem, 'name'>) => {
    run.report(key === '' ? path : [...path, key], { name: column.attribute, ...problem });
  };
  const contradict = (key: string, fix: Problem['fix'], but: Problem['but'] = says) =>
    report(key, {
      code: 'contradicts-model',
      found: field[key],
      ...(but !== undefined && { but }),
      ...(fix !== undefined && { fix }),
    });
  const isWritten = role === 'create' || role === 'update';
  const type = known(column.type);
  const saidType = field['type'];
  if (isFieldType(saidType)) {
    const agrees = agreement(saidType, column, model.path);
    const own = type && columnType(type, model.path)?.type;
    if (type && holdsNames(type) && role !== 'read' && role !== 'result') {
      contradict(
        'type',
        'Requests would contain the names of its members, but responses their values. Remove the field, or store the values (values_callable).',
      );
    }
    if (agrees === 'contradiction') contradict('type', typeFix(column, own));
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
  for (const [key, most] of limitsOf(column)) {
    const said = field[key];
    if (typeof said === 'number' && said > most) {
      const allows = text`${unquoted(run.source.where(column.at))} allows ${most}`;
      contradict(key, text`Write ${unquoted(key)}: ${most} or less, or remove it.`, allows);
    }
  }
  if (Array.isArray(field['enum']) && type?.enum) {
    checkEnum(field['enum'], type.enum, role, says, (problem) => report('enum', problem));
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
  return text`Write type: ${own}, or remove it.`;
}

function checkEnum(
  said: readonly unknown[],
  facts: EnumFacts,
  role: Role,
  says: Text,
  report: (problem: Omit<Problem, 'name'>) => void,
): void {
  const values = role === 'read' ? enumValues(facts) : known(facts.stored);
  if (values === undefined) return;
  const foreign = said.filter((value) => !values.includes(value as string));
  const lacking = role === 'read' ? values.filter((value) => !said.includes(value)) : [];
  const fix = "Remove 'enum' to use the members of the column.";
  if (foreign.length > 0) {
    const what = foreign.length > 1 ? 'are not values' : 'is not a value';
    const message = text`${foreign} ${unquoted(what)} of the column: ${says}, which has ${values}`;
    report({ code: 'contradicts-model', message, fix });
  } else if (lacking.length > 0) {
    const message = text`without ${lacking}, which a row may contain: ${says}`;
    report({ code: 'contradicts-model', message, fix });
  }
}
