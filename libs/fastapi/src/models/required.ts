import { formatPath, text, unquoted, type ConfigPath, type Text } from '@rowhouse/core';
import type { ColumnFacts } from '@rowhouse/sqlalchemy';

import { isRecord } from '../config/rule.js';
import { writesRows } from '../relations/written.js';
import { hasDefault } from './column-values.js';
import { nameOf } from './entry-operation.js';
import { columnOf } from './field.js';
import type { Run } from './prepare.js';
import { listed } from './listed.js';
import { known } from './known.js';
import type { Model } from './source.js';

/** What fixes a list of fields. */
export const ADD = (names: readonly string[]): Text => text`Add ${names}.`;

/** What fixes an operation that leaves its fields to the model. */
export const GIVE_A_DEFAULT = (names: readonly string[]): Text =>
  text`Give ${names} a default in the model, or list the operation's ${'fields'}.`;

/** Reports columns that every row must have and that a create leaves out. */
export function checkRequired(
  fields: readonly unknown[],
  model: Model,
  run: Run,
  path: ConfigPath,
  fixOf: (names: readonly string[]) => Text,
  hasHook: boolean,
): void {
  const { facts } = model;
  // A relation is no column, and fills none.
  const given = fields
    .filter((field) => !isRecord(field) || !writesRows(field))
    .map(nameOf)
    .map((name) => (name === undefined ? undefined : columnOf(name, model)));
  // A name that is not a column may well fill one.
  if (given.includes(undefined) || facts.incomplete.length > 0) return;
  const lacking = requiredColumns(model).filter((column) => !given.includes(column));
  if (lacking.length === 0) return;
  const names = lacking.map(({ attribute }) => attribute);
  // A mapper fills the column that tells subclasses apart, and a constructor what it likes.
  // What hooks and handlers fill in, only they know.
  if (hasHook) return;
  const isFilled =
    facts.inheritance !== null ||
    run.source.hasAttribute(model, '__init__') ||
    (run.source.hasAttribute(model, '__mapper_args__') && known(facts.versionCounter) === null);
  if (isFilled) {
    run.source.note(
      `${formatPath(path)}: every ${facts.name} needs ${listed(names)}, which the class has to set, because it is not in the fields`,
    );
    return;
  }
  const [first] = lacking;
  run.report(path, {
    code: 'missing-column',
    message: text`without ${names}, which every row of ${unquoted(facts.name)} needs: ${unquoted(run.source.where(first!.at))} has ${unquoted(first!.written)} and no default`,
    fix: fixOf(names),
  });
}

/** The columns that every row must have, and that nothing fills. */
export function requiredColumns({ facts, stamped }: Model): readonly ColumnFacts[] {
  return facts.columns.filter(
    (column) =>
      !stamped?.has(column.attribute) &&
      known(column.nullable) === false &&
      isPlain(column.default) &&
      isPlain(column.serverDefault) &&
      isPlain(column.identity) &&
      isPlain(column.computed) &&
      known(column.autoincrement) === false &&
      !hasDefault(column) &&
      known(facts.versionCounter) !== column.attribute &&
      facts.discriminator !== column.attribute,
  );
}

/** Whether it is known that there is none. */
function isPlain(fact: unknown): boolean {
  return fact === null;
}
