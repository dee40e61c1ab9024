import * as z from 'zod';

import { reportDuplicates, rule, showPath } from './rule.js';
import { environmentVariable, fileName } from './words.js';

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
      databases.map((each, index) => [
        findings.sound(index, 'key') ? each.key : undefined,
        [index, 'key'],
      ]),
      findings,
      (key, first) => `a second database '${key}': the first is databases${showPath([first[0]!])}`,
    );
    const defaults = databases
      .map((each, index) => ({ each, index }))
      .filter(({ each, index }) => findings.sound(index) && each.default);
    for (const { index } of defaults.slice(1)) {
      findings.report(
        [index, 'default'],
        `a second default database: the first is databases[${defaults[0]!.index}], '${defaults[0]!.each.key}'`,
        'Set default: true on one of them.',
      );
    }
  }),
);

/** The database of resources without `db_key`, or undefined when the config leaves it open. */
export function defaultDatabase(databases: readonly DatabaseConfig[]): DatabaseConfig | undefined {
  return databases.length === 1 ? databases[0] : databases.find((each) => each.default);
}
