import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

import { peerEnvironment } from '../peer-environment.js';
import type { Cost } from './cost.js';

const environment = await peerEnvironment({
  variable: 'PGCRAFT',
  requirements: ['pgcraft==0.13.3', 'psycopg[binary]==3.3.9'],
});
if (typeof environment === 'object')
  console.log(`pgcraft is not compared: ${environment.missing}.\n`);

/** What pgcraft takes, the Python library that describes tables and views for PostgREST much like ours. */
export interface PgcraftCost {
  /** Defining tables and views. */
  readonly define: Cost;
  /** Planning the first migration, if there was a database. */
  readonly plan?: Cost;
}

/** Measures pgcraft on as many tables, in a process of its own; `undefined` where it cannot be installed. */
export function pgcraftCost(size: number, databaseUrl?: string): PgcraftCost | undefined {
  if (typeof environment === 'object') return undefined;
  const url = databaseUrl?.replace(/^postgres(?:ql)?:/, 'postgresql+psycopg:');
  const script = join(import.meta.dirname, 'wide_schema.py');
  const args = [script, String(size), ...(url === undefined ? [] : [url])];
  const output = execFileSync(join(environment, 'bin/python'), args, { encoding: 'utf8' });
  const [define, plan] = JSON.parse(output) as [Cost, Cost?];
  return { define, ...(plan && { plan }) };
}
