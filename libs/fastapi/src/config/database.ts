import { text } from '@rowhouse/core';
import * as z from 'zod';

import { environmentVariable, fileName } from './identifiers.js';
import { reportDuplicates, rule } from './rule.js';

const database = z.strictObject({
  key: fileName.meta({
    description: 'The name of the database in `db_key`, and of the session module.',
    examples: ['main'],
  }),
  url_env: environmentVariable.meta({
    description: 'The environment variable with the connection URL.',
    examples: ['DATABASE_URL'],
  }),
  default: z
    .boolean()
    .default(false)
    .describe(
      'Whether resources without `db_key` use this database. A single database is always the default.',
    ),
  echo: z.boolean().default(false).describe('Whether to log SQL statements.'),
  pool_size: z
    .int()
    .min(0)
    .default(5)
    .describe('The number of connections kept open. 0 means no limit.'),
  max_overflow: z
    .int()
    .min(-1)
    .default(10)
    .describe('The number of additional connections under load. -1 means no limit.'),
  pool_timeout: z
    .int()
    .min(0)
    .default(30)
    .describe('How long to wait for a connection, in seconds.'),
  pool_recycle: z
    .int()
    .min(-1)
    .default(-1)
    .describe('The age in seconds after which a connection is replaced. -1 means never.'),
  pool_pre_ping: z.boolean().default(true).describe('Whether to test connections before each use.'),
});

/** A database, defaults applied. */
export type DatabaseConfig = z.output<typeof database>;

/** The schema of a `databases` list: no key twice, at most one default. */
export const databaseList = z.array(database).check(
  rule((databases, findings) => {
    reportDuplicates(
      databases.map((each, index) => ({
        value: findings.sound(index, 'key') ? each.key : undefined,
        path: [index, 'key'],
        owner: [index],
      })),
      findings,
      (key) => ({ code: 'duplicate-database', message: text`a second database ${key}` }),
    );
    const defaults = databases
      .map((each, index) => ({ each, index }))
      .filter(({ each, index }) => findings.sound(index) && each.default);
    for (const { index } of defaults.slice(1)) {
      findings.report([index, 'default'], {
        code: 'duplicate-default',
        message: text`a second default database, in addition to ${defaults[0]!.each.key}`,
        first: [defaults[0]!.index],
        fix: 'Set default: true on only one of them.',
      });
    }
  }),
);

/** The database of resources without `db_key`, or undefined when the config leaves it open. */
export function defaultDatabase(databases: readonly DatabaseConfig[]): DatabaseConfig | undefined {
  return databases.length === 1 ? databases[0] : databases.find((each) => each.default);
}
