import { quoteIdentifier, quoteQualified, type QualifiedName } from '../sql/identifier.js';
import { stringLiteral } from '../sql/literal.js';
import { isPresent } from '../sql/presence.js';
import { isPlainlyEqual } from './equality.js';
import { indented, itemLines } from './statement-lines.js';
import { hasOwnSequence, triggerDefault, type RestColumn } from './view-columns.js';
import { guarded } from './write-errors.js';

/** A view and the table that writes through it reach. */
export interface WriteTarget {
  readonly view: QualifiedName;
  readonly table: QualifiedName;
  readonly columns: readonly RestColumn[];
  /** The schema of the trigger functions. */
  readonly triggerSchema: string;
  /** Names of the primary key's columns in the table. */
  readonly key: readonly string[];
  /** Whether the view shows every row of the table, and columns of it alone. */
  readonly isProjection: boolean;
  /**
   * The view's query with the key's columns added as the last ones, when the view does not show the
   * key itself but a written row must be read back.
   */
  readonly queryWithKey?: (() => string) | undefined;
}

/** Body of the trigger function that inserts: PL/pgSQL, every name qualified. */
export function insertBody(target: WriteTarget): string {
  const writable = target.columns.filter((column) => column.writable);
  const drawn = writable.find(({ source }) => hasOwnSequence(source!));
  const insert = (columns: readonly RestColumn[]) => {
    const names = columns.map(({ source }) => quoteIdentifier(source!.name)).join(', ');
    const values = columns.map((column) => insertedValue(column, target.table)).join(', ');
    const into = `INSERT INTO ${quoteQualified(target.table)} AS t`;
    return [
      ...(columns.length > 0
        ? [`${into} (${names})`, `VALUES (${values})`]
        : [`${into} DEFAULT VALUES`]),
      `${returning(target)};`,
    ];
  };
  const refusals = refuseReadOnly(target, ({ name }) => isPresent(`NEW.${quoteIdentifier(name)}`));
  return block(target, ['NEW'], refusals, [
    // To look the sequence up for each row would take as long as the insert.
    ...(drawn
      ? [
          `IF NEW.${quoteIdentifier(drawn.name)} IS NULL THEN`,
          ...insert(writable.filter((column) => column !== drawn)).map(indented),
          'ELSE',
          ...insert(writable).map(indented),
          'END IF;',
        ]
      : insert(writable)),
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
  const assignments = target.columns
    .filter((column) => column.writable)
    .map((column) => {
      const own = quoteIdentifier(column.source!.name);
      return `${own} = CASE WHEN ${changed(column)} THEN NEW.${quoteIdentifier(column.name)} ELSE t.${own} END`;
    });
  const refusals = refuseReadOnly(target, changed);
  return block(target, ['NEW', 'OLD'], refusals, [
    `UPDATE ${quoteQualified(target.table)} AS t SET`,
    ...itemLines(assignments, ''),
    `WHERE ${keyEquals(target, 't', 'OLD')}`,
    `${returning(target)};`,
    // Somebody else deleted it: the statement counts no row.
    'IF NOT FOUND THEN RETURN NULL; END IF;',
    ...readBack(target),
  ]);
}

/** Body of the trigger function that deletes. */
export function deleteBody(target: WriteTarget): string {
  return block(
    target,
    ['OLD'],
    [],
    [
      `DELETE FROM ${quoteQualified(target.table)} AS t WHERE ${keyEquals(target, 't', 'OLD')};`,
      'IF NOT FOUND THEN RETURN NULL; END IF;',
    ],
  );
}

function block(
  target: WriteTarget,
  rows: readonly ('NEW' | 'OLD')[],
  refusals: readonly string[],
  write: readonly string[],
): string {
  return [
    ...(rows.includes('NEW') && !target.isProjection
      ? ['DECLARE', '  written pg_catalog.record;']
      : []),
    'BEGIN',
    ...[...refusals, ...guarded({ ...target, rows }, write), `RETURN ${rows[0]};`].map(indented),
    'END',
  ].join('\n');
}

/** Whether the statement changes a column. */
function changed({ name, source }: RestColumn): string {
  const column = quoteIdentifier(name);
  if (source && isPlainlyEqual(source)) {
    return `NEW.${column} IS DISTINCT FROM OLD.${column}`;
  }
  // Compares the stored form: works for types without equality, such as json, and sees a change
  // that equality does not, such as 1.0 to 1.00 or a citext's case.
  return `ROW(NEW.${column})::record OPERATOR(pg_catalog.*<>) ROW(OLD.${column})::record`;
}

/** What a write gives back of the table's row: the row as the view shows it, or what finds it there. */
function returning(target: WriteTarget): string {
  const { key, columns } = target;
  const own = target.isProjection ? columns.map(({ source }) => source!.name) : key;
  const list = own.map((name) => `t.${quoteIdentifier(name)}`).join(', ');
  // The columns are those of the view, in its order.
  const into = target.isProjection ? 'NEW' : 'written';
  return `RETURNING ${list} INTO ${into}`;
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
    .flatMap((column) => {
      const message = `column ${quoteIdentifier(column.name)} of view ${quoteQualified(view)} is read-only`;
      const hint = column.source
        ? 'PostgreSQL generates its value.'
        : 'It is not a column of the table that the view writes to.';
      return [`IF ${condition(column)} THEN`, indented(raise('0A000', message, hint)), 'END IF;'];
    });
}

/**
 * Puts the row into NEW as the view shows it now: defaults, triggers of the table and joined columns
 * included. A row that the view does not show is refused, as by WITH CHECK OPTION.
 */
function readBack(target: WriteTarget): readonly string[] {
  const { view, columns, key, queryWithKey } = target;
  const keyInView = keyColumns(target);
  if (target.isProjection) return [];
  const names = columns.map(({ name }) => quoteIdentifier(name));
  const keyNames = keyInView ?? key.map((_, index) => `key ${index + 1}`);
  const from = keyInView
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
    `  ${raise('44000', `new row is not visible through view ${quoteQualified(view)}`, 'The view shows only some rows of its table, and would not show this one.')}`,
    'END IF;',
  ];
}

function keyEquals(target: WriteTarget, table: string, record: string): string {
  const keyInView = keyColumns(target)!;
  return target.key
    .map(
      (name, index) =>
        `${table}.${quoteIdentifier(name)} = ${record}.${quoteIdentifier(keyInView[index]!)}`,
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
