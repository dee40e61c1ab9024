/** SQL for the word of `SET STORAGE`, from its code in `pg_attribute` or `pg_type`. */
export const STORAGE = (code: string) =>
  `CASE ${code} WHEN 'p' THEN 'PLAIN' WHEN 'e' THEN 'EXTERNAL' WHEN 'x' THEN 'EXTENDED' ELSE 'MAIN' END`;

/** SQL for the options of the column `a` that a user may set; a server may keep others of its own. */
export const SETTABLE_OPTIONS = `ARRAY(SELECT o FROM unnest(a.attoptions) AS o WHERE o LIKE 'n\\_distinct%')`;
