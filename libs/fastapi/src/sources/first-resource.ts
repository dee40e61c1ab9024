import type { AnyOperation, OperationCatalog } from '@rowhouse/core';
import { isKeyword, snakeCase } from '@rowhouse/python';
import type { ColumnFacts, ModelFacts } from '@rowhouse/sqlalchemy';

import { fieldName } from '../config/field-names.js';
import type { Role } from '../config/field-list.js';
import { keyTypes, type KeyType } from '../config/field-types.js';
import { columnType } from '../models/column-types.js';
import { argumentsLacking } from '../models/constructor.js';
import { hasDefault } from '../models/column-values.js';
import { keepsAnswers } from '../models/idempotency.js';
import { fieldListsOf } from '../models/field-lists.js';
import { keyTypeOf } from '../models/key.js';
import { known } from '../models/known.js';
import { listed } from '../models/listed.js';
import { requiredColumns } from '../models/required.js';
import { isSecret, isTaken } from '../models/taken.js';
import { locksRow } from '../models/row-locks.js';
import { isView, isWriting } from '../models/view.js';
import { firstRelations, type FirstRelation } from './first-relations.js';

/** What a first config says of one model. */
export interface FirstResource {
  readonly model: string;
  /** Where its class does not give it a free name. */
  readonly name: string | undefined;
  /** Undefined: what all resources share. */
  readonly operations: readonly FirstOperation[] | undefined;
  /** The columns that its operations show. */
  readonly shown: readonly string[];
  readonly leftOut: readonly LeftOut[];
  /** The relations that it does not show. */
  readonly offers: readonly FirstRelation[];
  /** Why it lacks an operation. */
  readonly notes: readonly string[];
}

/** A column, or the row that another one refers to. */
export type FirstField = string | Pick<FirstRelation, 'name' | 'fields'>;

/** What a first config says of one operation. */
export interface FirstOperation {
  readonly name: string;
  /** Undefined: those of the model. */
  readonly fields: readonly FirstField[] | undefined;
  readonly options: Readonly<Record<string, unknown>>;
}

/** The operations that a first config has, in its order: those that say how a generator asks for them. */
export function offeredBy({ operations }: OperationCatalog): readonly AnyOperation[] {
  return operations.filter(({ starter }) => starter !== undefined);
}

/** A column that no operation has. */
export interface LeftOut {
  readonly column: string;
  readonly why: string;
}

/**
 * A first resource of a model, or why it can have none.
 *
 * @param find the model at a path.
 */
export function firstResource(
  facts: ModelFacts,
  names: Set<string>,
  offered: readonly AnyOperation[],
  find: (path: string) => ModelFacts | undefined,
): FirstResource | string {
  if (keepsAnswers(facts)) return 'its rows are the answers to the requests of all users';
  const problem = keyProblem(facts);
  if (problem !== undefined) return problem;
  const isRead = isView({ facts });
  const relations = firstRelations(facts, find, (each) => fieldsOf('read', each).fields);
  const own = relations.filter(({ isOwn }) => isOwn);
  const made = offered
    .filter((operation) => !isRead || !isWriting(operation))
    .filter((operation) => !(facts.union && locksRow(operation)))
    .map((operation) => firstOperation(operation, facts, own));
  const operations = made.flatMap(({ entry }) => entry ?? []);
  const leftOut = made.flatMap((each) => each.leftOut);
  const isShared = operations.length === offered.length && leftOut.length === 0 && own.length === 0;
  return {
    model: facts.model,
    name: freeName(facts, names),
    operations: isShared ? undefined : operations,
    shown: fieldsOf('read', facts).fields,
    leftOut: leftOut.filter(
      ({ column }, index) => leftOut.findIndex((each) => each.column === column) === index,
    ),
    offers: relations.filter(({ isOwn }) => !isOwn),
    notes: [
      ...(isRead ? ['It is a view, which is only read.'] : []),
      ...(facts.union ? [`It extends ${facts.union}: PostgreSQL cannot lock its rows.`] : []),
      ...made.flatMap(({ note }) => note ?? []),
    ],
  };
}

interface Fields {
  readonly fields: readonly string[];
  readonly leftOut: readonly LeftOut[];
}

interface Made {
  readonly entry?: FirstOperation;
  /** Why there is no entry. */
  readonly note?: string;
  readonly leftOut: readonly LeftOut[];
}

function firstOperation(
  operation: AnyOperation,
  facts: ModelFacts,
  relations: readonly FirstRelation[],
): Made {
  const { name, starter } = operation;
  const options = starter?.options ?? {};
  const lists = fieldListsOf(operation);
  const role = lists.find(([, { fromModel }]) => fromModel)?.[1].role;
  if (role === undefined) return { entry: { name, fields: undefined, options }, leftOut: [] };
  const { fields, leftOut } = fieldsOf(role, facts);
  const lacking = role === 'create' ? columnsLacking(fields, facts) : [];
  const note =
    lacking.length > 0
      ? `No ${name}: every row must have ${listed(lacking)}.`
      : fields.length === 0
        ? `No ${name}: there is nothing to write.`
        : undefined;
  if (note !== undefined) return { note, leftOut };
  const related = role === 'read' ? relations.map(({ name, fields }) => ({ name, fields })) : [];
  const isListed = leftOut.length > 0 || related.length > 0;
  const all = isListed ? [...fields, ...related] : undefined;
  return { entry: { name, fields: all, options }, leftOut };
}

/** What a new row or its constructor must have, and that nobody gives it. */
function columnsLacking(given: readonly string[], facts: ModelFacts): readonly string[] {
  const model = { path: facts.model, facts };
  const required = requiredColumns(model).filter(({ attribute }) => !given.includes(attribute));
  const always = given.filter(
    (name) => !facts.columns.some((each) => each.attribute === name && hasDefault(each)),
  );
  const names = [...required, ...argumentsLacking(always, model)].map(({ attribute }) => attribute);
  return [...new Set(names)];
}

/** The columns that an operation takes, and those that it leaves out since somebody has to decide. */
function fieldsOf(role: Role, facts: ModelFacts): Fields {
  const fields: string[] = [];
  const leftOut: LeftOut[] = [];
  for (const column of facts.columns) {
    if (!isTaken(column, role, { path: facts.model, facts })) continue;
    const why = whyNot(column, facts);
    if (why === undefined) fields.push(column.attribute);
    else leftOut.push({ column: column.attribute, why });
  }
  return { fields, leftOut };
}

function whyNot(column: ColumnFacts, { model }: ModelFacts): string | undefined {
  if (isSecret(column)) return 'its name suggests a secret';
  if (!fieldName.safeParse(column.attribute).success) return 'a field cannot have this name';
  const { type } = column;
  if ('unknown' in type) return `its type is not known (${type.unknown})`;
  const kind = known(column.sqlType)?.name ?? type.name;
  return columnType(type, model) === undefined
    ? `no field type corresponds to ${kind}; choose one`
    : undefined;
}

/** Why the rows of a model cannot be found by a path. */
function keyProblem(facts: ModelFacts): string | undefined {
  if (facts.name.startsWith('_')) return 'its name begins with _';
  const key = known(facts.primaryKey);
  if (key === undefined || key.length === 0) return 'its key is not known';
  const columns = key.map((name) => facts.columns.find(({ attribute }) => attribute === name));
  for (const [index, column] of columns.entries()) {
    if (!column) return 'its key is not known';
    const type = keyTypeOf(column, { path: facts.model, facts });
    const isFit = keyTypes.includes(type as KeyType) && fieldName.safeParse(key[index]).success;
    if (!isFit) return `its key ${column.attribute} cannot stand in a path`;
    if (isSecret(column)) return `its key ${column.attribute} is called like a secret`;
  }
  return undefined;
}

/** A name for the resource, where the one of its class is taken or none. */
function freeName({ name, model }: ModelFacts, names: Set<string>): string | undefined {
  const own = snakeCase(name);
  if (!names.has(own) && !isKeyword(own)) {
    names.add(own);
    return undefined;
  }
  const words = model
    .split('.')
    .slice(0, -1)
    .filter((part) => part !== 'models')
    .slice(-1);
  const first = [...words.map(snakeCase), own].join('_');
  let free = isKeyword(own) && !names.has(`${own}_item`) ? `${own}_item` : first;
  for (let count = 2; names.has(free); count += 1) free = `${first}_${count}`;
  names.add(free);
  return free;
}

/** What is told of a resource besides the config. */
export function summary({ model, leftOut, notes }: FirstResource): object {
  return { model, leftOut, notes };
}

/** What a resource leaves out, for people: a line each. */
export function notesOf({ model, leftOut, notes }: FirstResource): readonly string[] {
  const columns = leftOut.map(({ column, why }) => `${model}: ${column} is left out: ${why}.`);
  return [...columns, ...notes.map((note) => `${model}: ${note}`)];
}
