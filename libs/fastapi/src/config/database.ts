import { text } from '@rowhouse/core';
import * as z from 'zod';

import { environmentVariable, fileName } from './identifiers.js';
import { reportDuplicates, rule } from './rule.js';

const database = z.strictObject({
  key: fileName.describe('What resources call it in `db_key`; names the session module.'),
  url_env: environmentVariable.describe('The environment variable that holds the connection URL.'),
  default: z
    .boolean()
    .default(false)
    .describe('Whether it serves resources without a `db_key`. A single database always does.'),
  echo: z.boolean().default(false).describe('Whether statements are logged.'),
  pool_size: z.int().min(0).default(5).describe('Connections kept open; 0 for no limit.'),
  max_overflow: z
    .int()
    .min(-1)
    .default(10)
    .describe('Connections beyond `pool_size` under load; -1 for no limit.'),
  pool_timeout: z.int().min(0).default(30).describe('Seconds to wait for a connection.'),
  pool_recycle: z
    .int()
    .min(-1)
    .default(-1)
    .describe('Seconds after which a connection is replaced; -1 for never.'),
  pool_pre_ping: z
    .boolean()
    .default(true)
    .describe('Whether a connection is tested before each use.'),
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
        message: text`a second default database, beside ${defaults[0]!.each.key}`,
        first: [defaults[0]!.index],
        fix: 'Set default: true on one of them.',
      });
    }
  }),
);

/** The database of resources without `db_key`, or undefined when the config leaves it open. */
export function defaultDatabase(databases: readonly DatabaseConfig[]): DatabaseConfig | undefined {
  return databases.length === 1 ? databases[0] : databases.find((each) => each.default);
}
