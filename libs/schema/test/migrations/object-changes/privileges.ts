import { TABLE, VIEW, type ObjectChange } from './object-change.js';

const ON_COLUMNS = 'GRANT SELECT (a), UPDATE (b) ON app.t TO changes_r';
const ON_TABLE = 'GRANT DELETE ON app.t TO changes_r';

/** Privileges on a relation and on columns of it: to revoke the first revokes the others, too. */
export const privileges: readonly ObjectChange[] = [
  {
    name: 'on a table and its columns',
    base: [TABLE],
    before: [],
    after: [ON_COLUMNS, ON_TABLE],
  },
  {
    name: 'on a table, its columns have some',
    base: [TABLE],
    before: [ON_COLUMNS],
    after: [ON_COLUMNS, ON_TABLE],
  },
  {
    name: 'no longer on a table, its columns keep some',
    base: [TABLE],
    before: [ON_COLUMNS, ON_TABLE],
    after: [ON_COLUMNS, 'GRANT INSERT (c) ON app.t TO changes_r'],
  },
  {
    name: 'of all kinds, with and without GRANT OPTION',
    base: [TABLE],
    before: [
      'GRANT SELECT (a), UPDATE (a) ON app.t TO changes_r',
      'GRANT INSERT (a) ON app.t TO changes_r WITH GRANT OPTION',
      'GRANT SELECT (a) ON app.t TO PUBLIC',
    ],
    after: [
      'GRANT SELECT (a) ON app.t TO changes_r',
      'GRANT INSERT (a) ON app.t TO changes_r WITH GRANT OPTION',
      'GRANT SELECT (a) ON app.t TO PUBLIC',
      ON_TABLE,
      'GRANT TRIGGER ON app.t TO PUBLIC',
    ],
  },
  {
    name: 'on a column that a table gets with them',
    before: [TABLE.replace(', c int', ''), ON_COLUMNS],
    after: [TABLE, ON_COLUMNS, 'GRANT SELECT (c) ON app.t TO changes_r', ON_TABLE],
  },
  {
    name: 'on a view and its columns',
    base: [TABLE],
    before: [VIEW, 'GRANT UPDATE (a) ON app.v TO changes_r'],
    after: [VIEW, 'GRANT UPDATE (a) ON app.v TO changes_r', 'GRANT SELECT ON app.v TO changes_r'],
  },
];
