import { isKeyword, snakeCase } from '@rowhouse/python';
import type { ColumnFacts, ModelFacts } from '@rowhouse/sqlalchemy';

import { fieldName } from '../config/field-names.js';
import type { Role } from '../config/field.js';
import { keyTypes, type KeyType } from '../config/key.js';
import { columnType } from '../models/column-types.js';
import { keyTypeOf } from '../models/key.js';
import { known } from '../models/known.js';
import { listed } from '../models/listed.js';
import { requiredColumns } from '../models/required.js';
import { isSecret, isTaken } from '../models/taken.js';

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
  /** Why there is no `create`, or no `update`. */
  readonly notes: readonly string[];
}

export interface FirstOperation {
  readonly name: 'get' | 'list' | 'create' | 'update' | 'delete';
  /** Undefined: those of the model. */
  readonly fields: readonly string[] | undefined;
}

/** A column that no operation has. */
export interface LeftOut {
  readonly column: string;
  readonly why: string;
}

/** A first resource of a model, or why it can have none. */
export function firstResource(facts: ModelFacts, names: Set<string>): FirstResource | string {
  const problem = keyProblem(facts);
  if (problem !== undefined) return problem;
  const read = fieldsOf('read', facts);
  const create = fieldsOf('create', facts);
  const update = fieldsOf('update', facts);
  const given = new Set(create.fields);
  const lacking = requiredColumns({ path: facts.model, facts })
    .map(({ attribute }) => attribute)
    .filter((name) => !given.has(name));
  const notes: string[] = [];
  if (lacking.length > 0) notes.push(`No create: every row must have ${listed(lacking)}.`);
  else if (create.fields.length === 0) notes.push('No create: there is nothing to write.');
  if (update.fields.length === 0) notes.push('No update: there is nothing to change.');
  const operations: readonly FirstOperation[] = [
    operation('get', read),
    operation('list', read),
    ...(lacking.length === 0 && create.fields.length > 0 ? [operation('create', create)] : []),
    ...(update.fields.length > 0 ? [operation('update', update)] : []),
    { name: 'delete', fields: undefined },
  ];
  const leftOut = [read, create, update].flatMap((each) => each.leftOut);
  const isShared = operations.length === 5 && leftOut.length === 0;
  return {
    model: facts.model,
    name: freeName(facts, names),
    operations: isShared ? undefined : operations,
    shown: read.fields,
    leftOut: leftOut.filter(
      ({ column }, index) => leftOut.findIndex((each) => each.column === column) === index,
    ),
    notes,
  };
}

interface Fields {
  readonly fields: readonly string[];
  readonly leftOut: readonly LeftOut[];
}

function operation(name: FirstOperation['name'], { fields, leftOut }: Fields): FirstOperation {
  return { name, fields: leftOut.length > 0 ? fields : undefined };
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
  if (isSecret(column)) return 'called like a secret';
  if (!fieldName.safeParse(column.attribute).success) return 'a name that a field cannot have';
  const { type } = column;
  if ('unknown' in type) return `of a type that is not known (${type.unknown})`;
  const kind = known(column.sqlType)?.name ?? type.name;
  return columnType(type, model) === undefined ? `of the type ${kind}: say one` : undefined;
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
  const columns = leftOut.map(
    ({ column, why }) => `${model}: ${column} is left out: it is ${why}.`,
  );
  return [...columns, ...notes.map((note) => `${model}: ${note}`)];
}
