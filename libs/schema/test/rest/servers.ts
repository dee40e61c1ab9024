import { installedPostgres } from '@rowhouse/harness';
import { startEmbeddedPostgres } from '@rowhouse/schema/embedded';
import { inject } from 'vitest';

/** A PostgreSQL server that a test runs on. */
export interface TestServer {
  readonly url: string;
  stop(): Promise<void>;
}

/** The run's own server, and at night each version of PostgreSQL that Debian has installed on this machine. */
export const SERVERS: readonly (readonly [name: string, start: () => Promise<TestServer>])[] = [
  [
    "the run's PostgreSQL",
    () => Promise.resolve({ url: inject('postgresUrl'), stop: () => Promise.resolve() }),
  ],
  ...(inject('isNightly') ? await installedPostgres() : []).map(
    ([version, binDirectory]) =>
      [`Debian's PostgreSQL ${version}`, () => startEmbeddedPostgres({ binDirectory })] as const,
  ),
];
