import type pg from 'pg';
import { didYouMean, text, unquoted } from '@rowhouse/errors';
import { isUnknown } from '@rowhouse/sqlalchemy';

import { withConnection } from '../database/connection.js';
import { withServer } from '../database/server.js';
import { withShadow } from '../database/shadow.js';
import { inSnapshot } from '../database/transaction.js';
import { UserError } from '../errors/errors.js';
import { readMigrations } from '../migrations/folder.js';
import { replayed } from '../migrations/source-catalog.js';
import { compareColumns } from './compare-columns.js';
import { compareKeys } from './compare-keys.js';
import { Findings, type ModelDrift } from './findings.js';
import { tablesOf, type ModelTable } from './model-tables.js';
import { readModelsAt, type ReadModels } from './modules.js';
import { readRelations, type Relation, type Relations } from './relations.js';

/** Tables of the tools that make databases, in which no model is interested. */
const TOOLS = new Set(['alembic_version']);

/** What models are compared with: a database, or without one what the migrations make. */
export interface CheckModelsOptions {
  /** A Python module, or the folder of a package. */
  readonly models: string;
  readonly databaseUrl?: string;
  /** Path of the migrations folder; only asked for without a database. */
  directory(): string;
}

/**
 * Compares SQLAlchemy models, as their source has them, with the tables of a database. Changes nothing.
 *
 * @throws {UserError} when there are no models, or no database to compare them with.
 */
export async function checkModels(options: CheckModelsOptions): Promise<ModelDrift> {
  const read = readModelsAt(options.models);
  const relations = await readFrom(options);
  return compareModels(read, relations);
}

async function readFrom({ databaseUrl, directory }: CheckModelsOptions): Promise<Relations> {
  if (databaseUrl !== undefined) return withConnection(databaseUrl, readAtOnce);
  const folder = directory();
  const migrations = await readMigrations(folder);
  if (migrations.length === 0) {
    throw new UserError([
      {
        code: 'no-migrations',
        subject: folder,
        message: 'there are no migrations to create the tables from',
        fix: 'Set a database with --database-url, or the migrations folder with --migrations.',
      },
    ]);
  }
  return withServer(undefined, (url) =>
    withShadow(url, (shadow) => replayed(shadow, migrations, readReplayed)),
  );
}

/** Migrations set a path of their own. */
async function readReplayed(client: pg.ClientBase): Promise<Relations> {
  await client.query('SET LOCAL search_path TO DEFAULT');
  return readRelations(client);
}

function readAtOnce(client: pg.ClientBase): Promise<Relations> {
  return inSnapshot(client, () => readRelations(client));
}

function compareModels(read: ReadModels, { defaultSchema, all }: Relations): ModelDrift {
  const findings = new Findings(read.place);
  const tables = tablesOf(read.models, defaultSchema);
  for (const table of tables) {
    const found = all.find(({ schema, name }) => schema === table.schema && name === table.name);
    if (found) compareTable(table, found, shownName(table, defaultSchema), findings);
    else reportMissing(table, all, defaultSchema, findings);
  }
  for (const { model, table, schema, at } of read.models) {
    const lost = [table, schema].find(isUnknown);
    if (lost) findings.unchecked(model, 'which table it is', { ...lost, at });
  }
  reportUnmapped(read, tables, { defaultSchema, all }, findings);
  return findings.drift(read.problems);
}

function shownName(
  { schema, name }: { readonly schema: string; readonly name: string },
  defaultSchema: string,
): string {
  return schema === defaultSchema ? name : `${schema}.${name}`;
}

function reportMissing(
  table: ModelTable,
  all: readonly Relation[],
  defaultSchema: string,
  findings: Findings,
): void {
  const subject = shownName(table, defaultSchema);
  const [model] = table.models;
  const elsewhere = all.find(({ name }) => name === table.name);
  const near = didYouMean(
    subject,
    all.map((each) => shownName(each, defaultSchema)),
  );
  const fix = elsewhere ? text`The database has ${shownName(elsewhere, defaultSchema)}.` : near;
  findings.differs({
    code: 'missing-table',
    at: model!.at,
    subject,
    message: text`the model ${unquoted(model!.name)} has this table, but the database does not`,
    ...(fix && { fix }),
  });
}

function compareTable(
  table: ModelTable,
  found: Relation,
  subject: string,
  findings: Findings,
): void {
  const [model] = table.models;
  const names = found.columns.map(({ name }) => name);
  const lacking = names.filter((name) => !table.columns.has(name));
  for (const [name, column] of table.columns) {
    const of = `${subject}.${name}`;
    const other = found.columns.find((each) => each.name === name);
    if (other) {
      compareColumns(of, column, other, found.isView, findings);
      continue;
    }
    const fix = didYouMean(name, lacking);
    findings.differs({
      code: 'missing-column',
      at: column.at,
      subject: of,
      message: text`the model ${unquoted(model!.name)} has this column, but the ${unquoted(found.isView ? 'view' : 'table')} does not`,
      ...(fix && { fix }),
    });
  }
  const incomplete = table.models.flatMap((each) => each.incomplete);
  const unnamed = table.models
    .flatMap((each) => each.columns)
    .map(({ column }) => column)
    .find(isUnknown);
  const [reason] = [...incomplete, ...(unnamed ? [unnamed] : [])];
  // A view shows more columns to some than the model needs, as a table does; only a table is written to.
  for (const name of found.isView ? [] : lacking) {
    const of = `${subject}.${name}`;
    if (reason) findings.unchecked(of, 'whether the model has it', reason);
    else findings.differs({ ...missingAttribute(found, name), at: model!.at, subject: of });
  }
  if (!found.isView) compareKeys(subject, table, found, findings);
}

function missingAttribute(found: Relation, name: string) {
  const { type, nullable } = found.columns.find((each) => each.name === name)!;
  const said = `${type}${nullable ? '' : ' NOT NULL'}`;
  return {
    code: 'missing-attribute',
    message: text`the database has this column (${unquoted(said)}), but the model does not`,
  };
}

/** Tables of the schemas that the models use, and that none of them has. */
function reportUnmapped(
  { models, tables: plain }: ReadModels,
  tables: readonly ModelTable[],
  { defaultSchema, all }: Relations,
  findings: Findings,
): void {
  const known = new Set(tables.map((table) => `${table.schema}.${table.name}`));
  const between = new Set(
    models.flatMap(({ relationships }) =>
      relationships.flatMap(({ secondary }) =>
        secondary === null || isUnknown(secondary) ? [] : [secondary],
      ),
    ),
  );
  const schemas = new Set(tables.map(({ schema }) => schema));
  const lost = [...models, ...plain]
    .map(({ table, schema }) => [table, schema].find(isUnknown))
    .find(Boolean);
  for (const relation of all) {
    if (relation.isView || TOOLS.has(relation.name) || !schemas.has(relation.schema)) continue;
    if (known.has(`${relation.schema}.${relation.name}`)) continue;
    const subject = shownName(relation, defaultSchema);
    const core = plain.find(({ table }) => table === relation.name);
    if (core) {
      const because = { unknown: 'it is a Table without a class', at: core.at };
      findings.unchecked(subject, 'its columns', because);
      continue;
    }
    if (between.has(relation.name) || between.has(subject)) continue;
    if (lost) findings.unchecked(subject, 'whether the models have it', lost);
    else {
      findings.differs({
        code: 'unmapped-table',
        subject,
        message: 'the database has this table, but no model does',
      });
    }
  }
}
