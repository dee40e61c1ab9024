/** Objects of PostgreSQL's own have smaller numbers. */
export const FIRST_OWN = 16384;

/** The catalogs of kinds that the engine does not read. It only names five objects of each, without their schemas. */
const CATALOGS = [
  'pg_am',
  'pg_cast',
  'pg_language',
  'pg_opclass',
  'pg_operator',
  'pg_opfamily',
  'pg_statistic_ext',
  'pg_transform',
  'pg_ts_config',
  'pg_ts_dict',
  'pg_ts_parser',
  'pg_ts_template',
];

/** Objects of these kinds, but for PostgreSQL's own, those of extensions, and what comes with a type of one's own. */
export const UNSUPPORTED_KINDS = `
  UNION ALL
  SELECT format('%s %s', o.type, o.identity)
  FROM (${CATALOGS.map((catalog) => `SELECT '${catalog}'::regclass, oid FROM ${catalog}`).join(' UNION ALL ')}) AS k(class, oid)
  CROSS JOIN LATERAL pg_identify_object(k.class, k.oid, 0) AS o
  WHERE k.oid >= ${FIRST_OWN} AND NOT EXISTS (
    SELECT FROM pg_depend d WHERE d.classid = k.class AND d.objid = k.oid AND d.deptype IN ('e', 'i'))`;
