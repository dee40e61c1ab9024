import type pg from 'pg';
import { didYouMean, text } from '@rowhouse/errors';

import { runStatements } from '../database/statements.js';
import { inDiscardedTransaction } from '../database/transaction.js';
import { pgDelta, type Catalog, type Ownership, type PartRename } from '../diff/index.js';
import { quoteIdentifier, quoteQualified } from '../sql/identifier.js';
import { stringLiteral } from '../sql/literal.js';
import type { MigrationStep } from '../steps/index.js';
import { UserError } from '../errors/errors.js';
import { NAME, namesIn, parseAssignment } from './assignment.js';

/** An object that keeps its contents under a new name. */
export interface Rename {
  /** Its qualified old name: `blog.articles`, `blog.articles.title`, or a schema alone. */
  readonly from: readonly string[];
  /** Its new name alone: `posts`. */
  readonly to: string;
}

/** A catalog after renames, and the statements that lead there and back. */
export interface RenamedCatalog {
  readonly catalog: Catalog;
  readonly up: readonly MigrationStep[];
  readonly down: readonly MigrationStep[];
}

/**
 * Reads `blog.articles=posts`. A name with a dot or an equals sign in it is written in double
 * quotes.
 *
 * @throws {UserError} for anything else.
 */
export function parseRename(option: string): Rename {
  const { path = [], value = '' } = parseAssignment(option) ?? {};
  const to = new RegExp(`^${NAME}$`, 'u').test(value) ? namesIn(value) : [];
  if (path.length > 0 && path.length <= 3 && to.length === 1) return { from: path, to: to[0]! };
  throw new UserError([
    {
      code: 'invalid-rename',
      subject: '--rename',
      found: option,
      expected: ['schema.table=new_name', 'schema.table.column=new_name'],
    },
  ]);
}

/**
 * What of a change may have been a rename: the only column that a table loses, where it gets one, and the only table of
 * a schema. Names that need quotes are left to `--rename`.
 */
export function renameCandidates(steps: readonly MigrationStep[]): Rename[] {
  return ['column', 'table'].flatMap((kind) => {
    const inPlace = new Map<string, { drop: string[][]; create: string[][] }>();
    for (const { verb, kind: ofStep, object } of steps) {
      if (ofStep !== kind || (verb !== 'drop' && verb !== 'create')) continue;
      const path = object.split('.');
      const place = path.slice(0, -1).join('.');
      const there = inPlace.get(place) ?? { drop: [], create: [] };
      there[verb].push(path);
      inPlace.set(place, there);
    }
    return [...inPlace.values()].flatMap(({ drop, create }): readonly Rename[] => {
      const [from, to] = [drop[0], create[0]];
      if (!from || !to || drop.length + create.length > 2) return [];
      const isPlain = [...from, ...to].every((name) => /^\w+$/.test(name));
      return isPlain ? [{ from, to: to.at(-1)! }] : [];
    });
  });
}

/**
 * Renames objects in the scratch database, which holds the source catalog, and what is named after
 * them as the target names it: the sequence of a serial column, constraints and indexes.
 *
 * @throws {UserError} when there is no such object.
 */
export async function renameObjects(
  client: pg.ClientBase,
  ownership: Ownership,
  target: Catalog,
  renames: readonly Rename[],
): Promise<RenamedCatalog> {
  const up: MigrationStep[] = [];
  const down: MigrationStep[] = [];
  const run = async (renaming: Renaming) => {
    const step = stepOf(renaming);
    await runStatements(client, [step.sql]);
    up.push(step);
    down.unshift(stepOf({ ...renaming, from: renaming.to, to: renaming.from }));
  };
  for (const rename of renames) await run(await find(client, rename));
  const read = () => inDiscardedTransaction(client, () => pgDelta.read(client, ownership));
  const parts = pgDelta.partRenames(await read(), target);
  for (const part of parts) await run(renamingOfPart(part));
  return { catalog: await read(), up, down };
}

/** `ALTER <subject> RENAME <part> TO <name>`. */
interface Renaming {
  readonly kind: string;
  readonly from: string;
  readonly to: string;
  /** What is altered, given the old name: `TABLE "blog"."articles"`. */
  readonly subject: (name: string) => string;
  /** What of it is renamed, given the old name; nothing where it is the subject itself. */
  readonly part?: (name: string) => string;
  /** How a name is written: an enum's value is a literal. */
  readonly written?: (name: string) => string;
  /** Names before the object's own, for the reader. */
  readonly within: readonly string[];
}

function stepOf(renaming: Renaming): MigrationStep {
  const { kind, from, to, subject, part, written = quoteIdentifier, within } = renaming;
  const renamed = part ? `${part(from)} ` : '';
  return {
    sql: `ALTER ${subject(from)} RENAME ${renamed}TO ${written(to)}`,
    verb: 'rename',
    kind,
    object: `${[...within, from].join('.')} to ${to}`,
  };
}

function renamingOfPart({ kind, schema, table, from, to }: PartRename): Renaming {
  if (kind === 'constraint') {
    const subject = () => `TABLE ${quoteQualified({ schema, name: table! })}`;
    const part = (name: string) => `CONSTRAINT ${quoteIdentifier(name)}`;
    return { kind, from, to, subject, part, within: [schema, table!] };
  }
  const subject = (name: string) => `${kind.toUpperCase()} ${quoteQualified({ schema, name })}`;
  return { kind, from, to, subject, within: [schema] };
}

/** Finds what is to be renamed in the scratch database. */
async function find(client: pg.ClientBase, { from, to }: Rename): Promise<Renaming> {
  const within = from.slice(0, -1);
  const [schema = '', table = ''] = within;
  const name = from.at(-1)!;
  const objects = OBJECTS[from.length - 1]!;
  const { rows } = await client.query<{ kind: string }>(
    `SELECT kind FROM (${objects}) AS object WHERE path = $1`,
    [from],
  );
  const kind = rows[0]?.kind;
  if (kind === undefined) {
    const known = await client.query<{ path: string[] }>(
      `SELECT path FROM (${objects}) AS object
       WHERE path[1] NOT LIKE 'pg\\_%' AND path[1] <> 'information_schema' ORDER BY path`,
    );
    const asked = from.join('.');
    const fix = didYouMean(
      asked,
      known.rows.map(({ path }) => path.join('.')),
    );
    throw new UserError([
      {
        code: 'unknown-object',
        subject: '--rename',
        message: text`the migrations contain nothing named ${asked}`,
        ...(fix && { fix }),
      },
    ]);
  }
  const base = { kind, from: name, to, within };
  if (from.length === 1) {
    return { ...base, subject: (old) => `SCHEMA ${quoteIdentifier(old)}` };
  }
  if (from.length === 2) {
    return {
      ...base,
      subject: (old) => `${kind.toUpperCase()} ${quoteQualified({ schema, name: old })}`,
    };
  }
  const owner = quoteQualified({ schema, name: table });
  if (kind === 'value') {
    return {
      ...base,
      subject: () => `TYPE ${owner}`,
      part: (old) => `VALUE ${stringLiteral(old)}`,
      written: stringLiteral,
    };
  }
  return {
    ...base,
    subject: () => `TABLE ${owner}`,
    part: (old) => `COLUMN ${quoteIdentifier(old)}`,
  };
}

/** What has a name of one, two or three parts, with its kind. */
const OBJECTS = [
  "SELECT 'schema' AS kind, ARRAY[nspname]::text[] AS path FROM pg_namespace",
  `SELECT CASE c.relkind WHEN 'v' THEN 'view' WHEN 'm' THEN 'materialized view' WHEN 'S' THEN 'sequence'
                         WHEN 'i' THEN 'index' ELSE 'table' END AS kind,
          ARRAY[n.nspname, c.relname]::text[] AS path
   FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
   WHERE c.relkind IN ('r', 'p', 'v', 'm', 'S', 'i')
   UNION ALL
   SELECT CASE t.typtype WHEN 'd' THEN 'domain' ELSE 'type' END, ARRAY[n.nspname, t.typname]::text[]
   FROM pg_type t JOIN pg_namespace n ON n.oid = t.typnamespace
   WHERE t.typtype IN ('d', 'e', 'r')`,
  `SELECT 'column' AS kind, ARRAY[n.nspname, c.relname, a.attname]::text[] AS path
   FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid JOIN pg_namespace n ON n.oid = c.relnamespace
   WHERE a.attnum > 0 AND c.relkind IN ('r', 'p') AND NOT a.attisdropped
   UNION ALL
   SELECT 'value', ARRAY[n.nspname, t.typname, e.enumlabel]::text[]
   FROM pg_enum e JOIN pg_type t ON t.oid = e.enumtypid JOIN pg_namespace n ON n.oid = t.typnamespace`,
];
