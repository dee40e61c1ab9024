import type pg from 'pg';

import { connect } from '../database/connection.js';

/** Watches who keeps a session waiting for a lock. */
export interface LockWatch {
  /** A sentence for each session that the watched one waited for last; none when it did not wait. */
  readonly holders: readonly string[];
  /** Forgets for whom it waited: something else begins. */
  startAnew(): void;
  stop(): Promise<void>;
}

const INTERVAL_MS = 100;

/**
 * Watches the session of `client` on a connection of its own.
 *
 * @param patience After which time it is reported that the session keeps waiting, once until `startAnew`.
 */
export async function watchLocks(
  url: string,
  client: pg.ClientBase,
  patience: {
    readonly afterMs: number;
    readonly report: (holders: readonly string[]) => void;
  },
): Promise<LockWatch> {
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  const watcher = await connect(url);
  let holders: readonly string[] = [];
  let isOver = false;
  let isTold = false;
  const watching = (async () => {
    let since: number | undefined;
    while (!isOver) {
      const found = await watcher.query<Holder>(HOLDERS, [rows[0]!.pid]);
      if (found.rows.length > 0) holders = found.rows.map(describeHolder);
      since = found.rows.length > 0 ? (since ?? performance.now()) : undefined;
      if (since !== undefined && !isTold && performance.now() - since >= patience.afterMs) {
        isTold = true;
        patience.report(holders);
      }
      await new Promise((resolve) => setTimeout(resolve, INTERVAL_MS));
    }
  })().catch(() => undefined);
  return {
    get holders() {
      return holders;
    },
    startAnew() {
      holders = [];
      isTold = false;
    },
    async stop() {
      isOver = true;
      await watching;
      await watcher.end().catch(() => undefined);
    },
  };
}

/** Who holds an advisory lock on this database. */
export async function advisoryLockHolders(
  client: pg.ClientBase,
  [high, low]: readonly [number, number],
): Promise<readonly string[]> {
  const { rows } = await client.query<Holder>(ADVISORY_HOLDERS, [high, low]);
  return rows.map(describeHolder);
}

interface Holder {
  readonly pid: number;
  readonly role: string | null;
  readonly application: string | null;
  readonly seconds: number | null;
  readonly state: string | null;
  readonly query: string | null;
}

function describeHolder({ pid, role, application, seconds, state, query }: Holder): string {
  const who = [
    `session ${pid}`,
    ...(role === null ? [] : [`of ${role}`]),
    ...(application === null || application === '' ? [] : [`(${application})`]),
  ].join(' ');
  const since = seconds === null ? '' : `, in a transaction for ${seconds} s`;
  const doing = state === null || query === null ? '' : `, ${state}: ${query}`;
  return `${who} holds the lock${since}${doing}`;
}

const COLUMNS = `a.pid, a.usename AS role, a.application_name AS application, a.state,
  extract(epoch FROM clock_timestamp() - a.xact_start)::int AS seconds,
  left(regexp_replace(a.query, '\\s+', ' ', 'g'), 100) AS query`;

const HOLDERS = `
  SELECT ${COLUMNS} FROM pg_stat_activity a
  WHERE a.pid = ANY (pg_blocking_pids($1)) ORDER BY a.pid`;

const ADVISORY_HOLDERS = `
  SELECT ${COLUMNS} FROM pg_locks l JOIN pg_stat_activity a USING (pid)
  WHERE l.locktype = 'advisory' AND l.granted AND l.objsubid = 2
    AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())
    AND l.classid = $1::int8 AND l.objid = $2::int8
  ORDER BY a.pid`;
