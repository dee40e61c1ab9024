import { quoteIdentifier, quoteQualified, type QualifiedName } from '../sql/identifier.js';
import { stringLiteral } from '../sql/literal.js';
import { isPresent } from '../sql/presence.js';
import { isPlainlyEqual } from './equality.js';
import { indented, itemLines } from './statement-lines.js';
import { hasOwnSequence, triggerDefault, type RestColumn } from './view-columns.js';
import { ERROR_VARIABLES, errorHandler } from './write-errors.js';

/** A view and the table that writes through it reach. */
export interface WriteTarget {
  readonly view: QualifiedName;
  readonly table: QualifiedName;
  readonly columns: readonly RestColumn[];
  /** The schema of the trigger functions. */
  readonly triggerSchema: string;
  /** Names of the primary key's columns in the table. */
  readonly key: readonly string[];
  /** Whether the table has a trigger for updates of some columns. */
  readonly setsChangedOnly: () => boolean;
  /** Whether the view shows every row of the table, and columns of it alone. */
  readonly isProjection: boolean;
  /** Whether PostgreSQL's errors may tell a writer what the view does not show. */
  readonly tellsHidden: boolean;
  /**
   * The view's query with the key's columns added as the last ones, when the view does not show the
   * key itself but a written row must be read back.
   */
  readonly queryWithKey?: (() => string) | undefined;
}

/** What a trigger does of one kind of write, in PL/pgSQL. */
interface Write {
  /** Refuses values for columns that cannot be written. */
  readonly refusals: readonly string[];
  readonly statements: readonly string[];
}

const WRITES = { insert: insertOf, update: updateOf, delete: deleteOf } as const;

/** The kinds of writes that have a trigger. */
type WriteGrant = keyof typeof WRITES;

/** Body of the function that the triggers of a view call: PL/pgSQL, every name qualified. */
export function writeBody(target: WriteTarget, granted: readonly WriteGrant[]): string {
  const writes = granted.map((grant) => [grant, WRITES[grant](target)] as const);
  const refusals = byOperation(writes.map(([grant, write]) => [grant, write.refusals]));
  const statements = [
    ...byOperation(writes.map(([grant, write]) => [grant, write.statements])),
    ...returned(target, granted),
  ].map(indented);
  const declared = [
    ...(!target.isProjection && granted.some((grant) => grant !== 'delete')
      ? ['written pg_catalog.record;']
      : []),
    ...(target.tellsHidden ? [ERROR_VARIABLES] : []),
  ];
  const guarded = [
    ...statements,
    ...(target.tellsHidden ? errorHandler(target.triggerSchema) : []),
  ];
  return [
    ...(declared.length > 0 ? ['DECLARE', ...declared.map(indented)] : []),
    'BEGIN',
    ...(refusals.length > 0 && target.tellsHidden
      ? [...refusals, 'BEGIN', ...guarded, 'END;'].map(indented)
      : [...refusals.map(indented), ...guarded]),
    'END',
  ].join('\n');
}

/** What the trigger gives back: the row, or nothing for one that PostgreSQL is not to count. */
function returned(target: WriteTarget, granted: readonly WriteGrant[]): readonly string[] {
  // A trigger of the table dropped the row, or somebody else deleted it.
  const isGone = 'IF NOT FOUND THEN RETURN NULL;';
  if (granted.every((grant) => grant === 'delete')) return [`${isGone} END IF;`, 'RETURN OLD;'];
  const isDeleted = granted.includes('delete') ? ` ELSIF TG_OP = 'DELETE' THEN RETURN OLD;` : '';
  return [`${isGone}${isDeleted} END IF;`, ...readBack(target), 'RETURN NEW;'];
}

/** The lines of each operation, where it is the one at hand. */
function byOperation(
  parts: readonly (readonly [operation: string, lines: readonly string[]])[],
): readonly string[] {
  const [only, ...more] = parts;
  if (only && more.length === 0) return only[1];
  const filled = parts.filter(([, lines]) => lines.length > 0);
  if (filled.length === 0) return [];
  return [
    ...filled.flatMap(([operation, lines], index) => [
      `${index === 0 ? 'IF' : 'ELSIF'} TG_OP = '${operation.toUpperCase()}' THEN`,
      ...lines.map(indented),
    ]),
    'END IF;',
  ];
}

function insertOf(target: WriteTarget): Write {
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
  const statements = [
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
  ];
  return { refusals, statements };
}

/**
 * A column that the statement leaves alone keeps the row's newest value, not
 * the one that the statement saw: two updates of different columns both survive.
 *
 * A statement that sets all columns is planned once. One that sets only those that change is planned for each row, which
 * takes three times as long: only a trigger that waits for updates of some columns sees a difference.
 */
function updateOf(target: WriteTarget): Write {
  return {
    refusals: refuseReadOnly(target, changed),
    statements: target.setsChangedOnly() ? updateOfChanged(target) : updateOfAll(target),
  };
}

function updateOfAll(target: WriteTarget): readonly string[] {
  const assignments = target.columns
    .filter((column) => column.writable)
    .map((column) => {
      const own = quoteIdentifier(column.source!.name);
      return `${own} = CASE WHEN ${changed(column)} THEN NEW.${quoteIdentifier(column.name)} ELSE t.${own} END`;
    });
  return [
    `UPDATE ${quoteQualified(target.table)} AS t SET`,
    ...itemLines(assignments, ''),
    `WHERE ${keyEquals(target, 't', 'OLD')}`,
    `${returning(target)};`,
  ];
}

function updateOfChanged(target: WriteTarget): readonly string[] {
  const changes = target.columns
    .filter((column) => column.writable)
    .map((column) => {
      const own = quoteIdentifier(column.source!.name);
      const assignment = `${own} = ($1).${quoteIdentifier(column.name)}`;
      return `CASE WHEN ${changed(column)} THEN ${stringLiteral(assignment)} END`;
    });
  const key = quoteIdentifier(target.key[0]!);
  const update = `UPDATE ${quoteQualified(target.table)} AS t SET `;
  const rest = ` WHERE ${keyEquals(target, 't', '($2)')} ${returnedList(target)}`;
  return [
    `EXECUTE ${stringLiteral(update)} || coalesce(nullif(pg_catalog.concat_ws(`,
    ...itemLines(["', '", ...changes], `), ''), ${stringLiteral(`${key} = t.${key}`)})`),
    `  || ${stringLiteral(rest)} INTO ${into(target)} USING NEW, OLD;`,
    // EXECUTE leaves it as it was.
    `FOUND := ${target.isProjection ? `NEW.${quoteIdentifier(keyColumns(target)![0]!)}` : `written.${key}`} IS NOT NULL;`,
  ];
}

function deleteOf(target: WriteTarget): Write {
  const statements = [
    `DELETE FROM ${quoteQualified(target.table)} AS t WHERE ${keyEquals(target, 't', 'OLD')};`,
  ];
  return { refusals: [], statements };
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
function returnedList({ isProjection, key, columns }: WriteTarget): string {
  // The columns are those of the view, in its order.
  const own = isProjection ? columns.map(({ source }) => source!.name) : key;
  return `RETURNING ${own.map((name) => `t.${quoteIdentifier(name)}`).join(', ')}`;
}

function returning(target: WriteTarget): string {
  return `${returnedList(target)} INTO ${into(target)}`;
}

function into({ isProjection }: WriteTarget): string {
  return isProjection ? 'NEW' : 'written';
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
