/**
 * Entries of a `databases` list.
 *
 *   local db = import 'stdlib/db/databases.libsonnet';
 *   { databases: [db.postgres('main', { default: true }), db.postgres('reporting')] }
 *
 * key: what resources call the database in `db_key`.
 * options: any key of the database config. Without `url_env`, the variable is named after the key:
 * `MAIN_DATABASE_URL`.
 */
{
  /** A PostgreSQL database: `db.postgres('stock', { pool_size: 20 })`. Its URL is in `STOCK_DATABASE_URL`. */
  postgres(key, options={}):: {
    key: key,
    url_env: std.asciiUpper(key) + '_DATABASE_URL',
  } + options,
}
