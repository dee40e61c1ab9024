import { text, unquoted, type AnyOperation, type ConfigPath } from '@rowhouse/core';
import type { ModelFacts } from '@rowhouse/sqlalchemy';

import { isRecord } from '../config/rule.js';
import type { Run } from './prepare.js';
import { locksRow, nameIn } from './row-locks.js';
import type { Model } from './source.js';

/** Whether an operation locks a row that SQLAlchemy reads from a UNION, of which PostgreSQL locks none. */
export function locksUnion(operation: AnyOperation, { union }: ModelFacts): boolean {
  return union !== undefined && locksRow(operation);
}

/** Reports such an operation, and not an action that asks for no lock. */
export function checkUnion(
  entry: unknown,
  operation: AnyOperation,
  { facts }: Model,
  run: Run,
  path: ConfigPath,
): void {
  if (!locksUnion(operation, facts)) return;
  const { union } = facts;
  // What reads its row as well, as an action does, can do so without a lock.
  const isOptional = operation.scopes?.includes('_SELECT') ?? false;
  const options = isRecord(entry) ? entry : {};
  if (isOptional && (options['lock'] === false || options['on'] === 'collection')) return;
  const instead = unquoted(
    union === 'ConcreteBase'
      ? "Extend 'AbstractConcreteBase' instead, so that rows of the subclasses can be locked"
      : 'Use it for the subclasses instead',
  );
  run.report(path, {
    code: 'locks-union',
    found: nameIn(entry, operation),
    message: text`it locks a row, but ${unquoted(facts.name)} extends ${union} (${unquoted(run.source.where(facts.at))}): SQLAlchemy reads its rows from a UNION, of which PostgreSQL locks none`,
    fix: text`${instead}${unquoted(isOptional ? ', or set lock: false' : '')}.`,
  });
}
