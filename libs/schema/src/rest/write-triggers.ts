import { quoteIdentifier, quoteQualified, type QualifiedName } from '../sql/identifier.js';
import { stringLiteral } from '../sql/literal.js';
import { hasOwnSequence, triggerDefault, type RestColumn } from './view-columns.js';

/** A view and the table that writes through it reach. */
export interface WriteTarget {
  readonly view: QualifiedName;
  readonly table: QualifiedName;
  readonly columns: readonly RestColumn[];
  /** Names of the primary key's columns in the table. */
  readonly key: readonly string[];
  /**
   * The view's query with the key's columns added as the last ones, when the view does not show the
   * key itself but a written row must be read back.
   */
  readonly queryWithKey?: (() => string) | undefined;
}

/** Body of the trigger function that inserts: PL/pgSQL, every name qualified. */
export function insertBody(target: WriteTarget): string {
  const writable = target.columns.filter((column) => column.writable);
  const names = writable.map(({ source }) => quoteIdentifier(source!.name)).join(', ');
  const values = writable.map((column) => insertedValue(column, target.table)).join(', ');
  const written = writable.length > 0 ? `(${names})\n    VALUES (${values})` : 'DEFAULT VALUES';
  return block(target, [
    ...refuseReadOnly(target, ({ name }) => `NEW.${quoteIdentifier(name)} IS NOT NULL`),
    `INSERT INTO ${quoteQualified(target.table)} AS t ${written}`,
    '  RETURNING t.* INTO written;',
    // A trigger of the table dropped the row: the statement counts none.
    'IF NOT FOUND THEN RETURN NULL; END IF;',
    ...readBack(target),
  ]);
}

/**
 * Body of the trigger function that updates. A column that the statement leaves alone takes the row's
 * newest value, not the one the statement saw: two updates of different columns both survive.
 */
export function updateBody(target: WriteTarget): string {
  const changed = (name: string) => {
    // Compares the stored form: works for types without equality, such as json, and sees a change
    // that equality does not, such as 1.0 to 1.00 or a citext's case.
    const column = quoteIdentifier(name);
    return `ROW(NEW.${column})::record OPERATOR(pg_catalog.*<>) ROW(OLD.${column})::record`;
  };
  const assignments = target.columns
    .filter((column) => column.writable)
    .map(({ name, source }) => {
      const own = quoteIdentifier(source!.name);
      return `${own} = CASE WHEN ${changed(name)} THEN NEW.${quoteIdentifier(name)} ELSE t.${own} END`;
    });
  return block(target, [
    ...refuseReadOnly(target, ({ name }) => changed(name)),
    `UPDATE ${quoteQualified(target.table)} AS t SET`,
    `  ${assignments.join(',\n    ')}`,
    `  WHERE ${keyEquals(target, 't', 'OLD')}`,
    '  RETURNING t.* INTO written;',
    // Somebody else deleted it: the statement counts no row.
    'IF NOT FOUND THEN RETURN NULL; END IF;',
    ...readBack(target),
  ]);
}

/** Body of the trigger function that deletes. */
export function deleteBody(target: WriteTarget): string {
  return [
    'BEGIN',
    `  DELETE FROM ${quoteQualified(target.table)} AS t WHERE ${keyEquals(target, 't', 'OLD')};`,
    '  IF NOT FOUND THEN RETURN NULL; END IF;',
    '  RETURN OLD;',
    'END',
  ].join('\n');
}

function block(target: WriteTarget, statements: readonly string[]): string {
  return [
    'DECLARE',
    `  written ${quoteQualified(target.table)}%ROWTYPE;`,
    'BEGIN',
    ...statements.map((statement) => `  ${statement}`),
    '  RETURN NEW;',
    'END',
  ].join('\n');
}

function insertedValue(column: RestColumn, table: QualifiedName): string {
  const value = `NEW.${quoteIdentifier(column.name)}`;
  const own = column.source!;
  if (hasOwnSequence(own)) {
    const sequence = `pg_catalog.pg_get_serial_sequence(${stringLiteral(quoteQualified(table))}, ${stringLiteral(own.name)})`;
    return `coalesce(${value}, pg_catalog.nextval(${sequence}))`;
  }
  const otherwise = triggerDefault(column);
  return otherwise === undefined ? value : `coalesce(${value}, ${otherwise})`;
}

/** Joined and generated columns: a value for one is refused, not ignored. */
function refuseReadOnly(
  { view, columns }: WriteTarget,
  condition: (column: RestColumn) => string,
): readonly string[] {
  return columns
    .filter((column) => !column.writable)
    .map((column) => {
      const message = `column ${quoteIdentifier(column.name)} of view ${quoteQualified(view)} is read-only`;
      const hint = column.source
        ? 'PostgreSQL generates its value.'
        : 'Its value is not a column of the table that the view writes to.';
      return `IF ${condition(column)} THEN\n    ${raise('0A000', message, hint)}\n  END IF;`;
    });
}

/**
 * Puts the row into NEW as the view shows it now: defaults, triggers of the table and joined columns
 * included. A row that the view does not show is refused, as by WITH CHECK OPTION.
 */
function readBack(target: WriteTarget): readonly string[] {
  const { view, columns, key, queryWithKey } = target;
  const shown = keyColumns(target);
  if (!shown && queryWithKey === undefined) {
    // The view is a plain projection without the key: the written row has all there is to show.
    return columns.map(
      ({ name, source }) =>
        `NEW.${quoteIdentifier(name)} := written.${quoteIdentifier(source!.name)};`,
    );
  }
  const names = columns.map(({ name }) => quoteIdentifier(name));
  const keyNames = shown ?? key.map((_, index) => `key ${index + 1}`);
  const from = shown
    ? `${quoteQualified(view)} AS v`
    : `(\n${queryWithKey!()}\n) AS v (${[...names, ...keyNames.map(quoteIdentifier)].join(', ')})`;
  const where = keyNames
    .map((name, index) => `v.${quoteIdentifier(name)} = written.${quoteIdentifier(key[index]!)}`)
    .join(' AND ');
  return [
    `SELECT ${names.map((name) => `v.${name}`).join(', ')}`,
    `  INTO ${names.map((name) => `NEW.${name}`).join(', ')}`,
    `  FROM ${from}`,
    `  WHERE ${where};`,
    'IF NOT FOUND THEN',
    `  ${raise('44000', `new row is not visible through view ${quoteQualified(view)}`, 'The view shows only some rows of its table, and this one would not be among them.')}`,
    'END IF;',
  ];
}

function keyEquals(target: WriteTarget, table: string, record: string): string {
  const shown = keyColumns(target)!;
  return target.key
    .map(
      (name, index) =>
        `${table}.${quoteIdentifier(name)} = ${record}.${quoteIdentifier(shown[index]!)}`,
    )
    .join(' AND ');
}

/** Names under which the view shows the key's columns; `undefined` unless it shows them all. */
export function keyColumns({
  columns,
  key,
}: Pick<WriteTarget, 'columns' | 'key'>): readonly string[] | undefined {
  const names = key.map((own) => columns.find(({ source }) => source?.name === own)?.name);
  return names.every((name) => name !== undefined) ? names : undefined;
}

function raise(code: string, message: string, hint: string): string {
  const options = { ERRCODE: code, MESSAGE: message, HINT: hint };
  const list = Object.entries(options).map(([name, text]) => `${name} = ${stringLiteral(text)}`);
  return `RAISE EXCEPTION USING ${list.join(', ')};`;
}
