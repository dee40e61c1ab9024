import type { Command } from 'commander';

import { UserError } from '../../errors/errors.js';
import { formatIssue } from '@rowhouse/errors';
import type { Difference } from '../../diff/index.js';
import type { Pulled } from '../../pull/index.js';
import { databaseCommand, requireDatabase, withJson, type Context } from '../context.js';
import { printJson, printNote } from '../output.js';
import { loadProject } from '../project.js';

interface Options {
  readonly databaseUrl?: string;
  readonly schemas?: string;
  readonly out: string;
  readonly check?: boolean;
  readonly force?: boolean;
  readonly json?: boolean;
}

const EXAMPLES = `
Examples:
  $ schema pull --database-url postgresql://localhost/shop --out tables.ts
  $ schema pull --schemas sales,stock --out tables.ts
  $ schema pull --out tables/         a file for each table, and index.ts
  $ schema pull --out tables.ts --check
                                      in CI: does the file match the database?

The command only reads the database. To check the result, it builds it in a
scratch database on the same server, and compares both. Existing files are
compared with the database, and are only overwritten with --force.`;

/** `schema pull` */
export function pullCommand(context: Context): Command {
  return withJson(
    databaseCommand('pull', 'Write the tables of an existing database as TypeScript.', EXAMPLES)
      .option('--schemas <names>', 'the schemas, such as sales,stock (default: all)')
      .requiredOption(
        '-o, --out <path>',
        'the file, such as tables.ts, or a folder for one file per table, such as tables/',
      )
      .option('--check', 'write nothing; exit with 1 if the code does not match the database')
      .option('--force', 'overwrite existing files'),
  ).action(async (options: Options) => {
    const { out, check = false, force = false, json = false } = options;
    const { output, result } = context;
    const databaseUrl = requireDatabase(options.databaseUrl);
    const { isFolder, pull, readPulled, writePulled } = await import('../../pull/index.js');
    if (!/\.[cm]?ts$/.test(out) && !isFolder(out)) refuseName(out);
    const schemas = options.schemas?.split(',').map((name) => name.trim());
    const pulled = await pull({ databaseUrl, out, ...(schemas ? { schemas } : {}) });
    const files = await readPulled(out, pulled);
    for (const note of pulled.notes) printNote(output, note);
    if (files.isSame) {
      return json ? printJson(output, { written: [] }) : output.print(`${out} is up to date.`);
    }
    if (files.isThere && (check || !force)) {
      return compare(context, { out, json, databaseUrl, pulled });
    }
    if (check) {
      result.exitCode = 1;
      return json
        ? printJson(output, { differences: [] })
        : output.print(`${out} does not exist. To write it, run the command without --check.`);
    }
    await writePulled(pulled, files);
    const isProven = await prove(context, {
      out,
      databaseUrl,
      pulled,
      isPart: schemas !== undefined,
    });
    if (!isProven) result.exitCode = 1;
    if (json) return printJson(output, { written: [...pulled.files.keys()] });
    output.print(`Wrote ${out}.`);
  });
}

interface Written {
  readonly out: string;
  readonly databaseUrl: string;
  readonly pulled: Pulled;
}

/** Says where a file that is there and the database part. */
async function compare(
  { output, result }: Context,
  { out, json, databaseUrl, pulled }: Written & { readonly json: boolean },
): Promise<void> {
  const { differencesFrom } = await import('../../pull/index.js');
  const project = await loadProject(pulled.entry);
  const differences = await differencesFrom(project.desired(), pulled, databaseUrl);
  if (differences.length > 0) result.exitCode = 1;
  if (json) return printJson(output, { written: [], differences });
  output.print(
    differences.length === 0
      ? `${out} matches the database, although it is written differently. Nothing was changed.`
      : [
          `The database differs from ${out}:`,
          ...(await described(differences)),
          'Nothing was written. Edit the file, or overwrite it with --force.',
        ].join('\n'),
  );
}

/** Whether the code, built, is the database that it was read from. Says what is not. */
async function prove(
  { output }: Context,
  { out, databaseUrl, pulled, isPart }: Written & { readonly isPart: boolean },
): Promise<boolean> {
  const { differencesFrom } = await import('../../pull/index.js');
  try {
    const project = await loadProject(pulled.entry, true);
    const differences = await differencesFrom(project.desired(), pulled, databaseUrl);
    if (differences.length === 0) return true;
    output.error(
      [`The database differs from ${out}:`, ...(await described(differences))].join('\n'),
    );
    return false;
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    const isUntried = error.issues.every(({ code }) => code === 'no-scratch-database');
    const lines = [
      `${out} ${isUntried ? 'was not checked' : 'does not work in an empty database'}:`,
      ...error.issues.map(formatIssue),
      ...(isUntried || !isPart ? [] : ['Add the schemas that it needs to --schemas.']),
    ];
    printNote(output, lines.join('\n'));
    return isUntried;
  }
}

async function described(differences: readonly Difference[]): Promise<string[]> {
  const { describeDifference } = await import('../../migrations/describe-difference.js');
  return differences.map((difference) => `  ${describeDifference(difference)}`);
}

function refuseName(out: string): never {
  throw new UserError([
    {
      code: 'invalid-path',
      subject: '--out',
      found: out,
      expected: ['a TypeScript file such as tables.ts', 'a folder such as tables/'],
    },
  ]);
}
