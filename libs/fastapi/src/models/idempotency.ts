import { text, unquoted } from '@rowhouse/core';
import type { ColumnFacts, ModelFacts, TypeName } from '@rowhouse/sqlalchemy';

import { isDotted } from './dotted.js';
import { columnOf } from './field.js';
import { known } from './known.js';
import type { Reader } from './prepare.js';

/** The columns of the table that keeps answers: what a value is, and how a model says so. */
const columns: readonly (readonly [name: string, type: TypeName, written: string])[] = [
  ['id', 'str', 'Mapped[str] = mapped_column(String(64), primary_key=True)'],
  ['fingerprint', 'str', 'Mapped[str] = mapped_column(String(64))'],
  ['status', 'int', 'Mapped[int]'],
  ['headers', 'json', 'Mapped[dict[str, str]] = mapped_column(JSON)'],
  ['body', 'bytes', 'Mapped[bytes]'],
  ['created_at', 'datetime', 'Mapped[datetime] = mapped_column(DateTime(timezone=True))'],
];

/** The length of the texts, in hexadecimal digits. */
const length = 64;

/** A model for the answers, as `codegen init --idempotency` prints it. */
export const idempotencyModel = `from datetime import datetime

from sqlalchemy import JSON, DateTime, String
from sqlalchemy.orm import Mapped, mapped_column


class IdempotencyKey(Base):
    """The answer to a request, which a retry gets again."""

    __tablename__ = "idempotency_keys"

${columns.map(([name, , written]) => `    ${name}: ${written}\n`).join('')}`;

/** Whether a model looks like one that keeps answers. */
export function keepsAnswers(facts: ModelFacts): boolean {
  const attributes = new Set(facts.columns.map(({ attribute }) => attribute));
  return columns.every(([name]) => attributes.has(name));
}

/** Reports what the model that keeps answers lacks. */
export function checkIdempotencyModel(path: string | undefined, run: Reader): void {
  if (path === undefined || !isDotted(path)) return;
  const { source } = run;
  const place = ['idempotency', 'model'];
  const model = source.find(path);
  if (!('facts' in model)) {
    if (model.isCertain) run.report(place, { code: 'unknown-model', found: path, ...model.why() });
    else source.noteUnchecked(path, model);
    return;
  }
  const { facts } = model;
  const found = columns.map(([name, type, written]) => {
    const column = columnOf(name, model);
    const isMissing = column === undefined && facts.incomplete.length === 0;
    const isWrong = column !== undefined && !isFit(column, type);
    return { says: `${name}: ${written}`, isMissing, isWrong };
  });
  const own = new Set(columns.map(([name]) => name));
  const others = facts.columns.filter((each) => !own.has(each.attribute) && isNeeded(each));
  const listed = (start: string, parts: readonly string[]) =>
    parts.length > 0 ? [`${start} ${parts.join(', ')}`] : [];
  const said = (key: 'isMissing' | 'isWrong') =>
    found.filter((each) => each[key]).map(({ says }) => says);
  const problems = [
    ...listed('it lacks', said('isMissing')),
    ...listed('it should have', said('isWrong')),
    ...listed(
      'nothing fills in',
      others.map(({ attribute }) => attribute),
    ),
  ];
  if (problems.length === 0) return;
  run.report(place, {
    code: 'idempotency-model',
    found: path,
    message: text`${unquoted(`${problems.join('; ')} (${source.where(facts.at)})`)}`,
    fix: 'Run codegen init --idempotency, which prints the model.',
  });
}

function isFit({ attribute, type, length: most, primaryKey }: ColumnFacts, expected: TypeName) {
  const found = known(type)?.name;
  if (found !== undefined && found !== expected) return false;
  if (expected === 'str' && (known(most) ?? length) < length) return false;
  return (known(primaryKey) ?? attribute === 'id') === (attribute === 'id');
}

/** Whether an INSERT has to say a value, or the key has one column more. */
function isNeeded(column: ColumnFacts): boolean {
  if (known(column.primaryKey) === true) return true;
  return (
    known(column.nullable) === false &&
    known(column.default) === null &&
    known(column.serverDefault) === null &&
    known(column.computed) === null &&
    known(column.identity) === null
  );
}
