/** What an SQLSTATE means, and what most likely fixes it. */
interface Meaning {
  readonly name: string;
  readonly fix?: string;
}

const BY_HAND =
  'Was the script edited? Correct it. If not, `schema check` with --database-url shows where the database differs from its migrations.';
const ROWS = 'Fix the rows in a statement before this one, in up.sql, or in the database.';

const MEANINGS: Readonly<Record<string, Meaning>> = {
  '0A000': {
    name: 'feature not supported',
    fix: 'The server may be older than the one that the migration was generated on, or lack an extension.',
  },
  '22001': { name: 'value too long', fix: ROWS },
  '22003': { name: 'number out of range', fix: ROWS },
  '22P02': { name: 'a value cannot be converted', fix: ROWS },
  '23502': { name: 'NULL where a value is needed', fix: ROWS },
  '23503': { name: 'a reference leads nowhere', fix: ROWS },
  '23505': { name: 'a key stands twice', fix: ROWS },
  '23514': { name: 'a row breaks a check', fix: ROWS },
  '23P01': { name: 'rows exclude each other', fix: ROWS },
  '25001': {
    name: 'not in a transaction',
    fix: 'Write it below a line `-- part: no transaction`, and what follows below `-- part: transaction`.',
  },
  '2BP01': {
    name: 'other objects depend on it',
    fix: 'Drop what depends on it first, and create it again afterwards.',
  },
  '3F000': { name: 'no such schema', fix: BY_HAND },
  '40P01': { name: 'deadlock', fix: 'Run the command again.' },
  '42501': {
    name: 'not allowed',
    fix: 'Migrate as the owner of the objects, or grant that user the right.',
  },
  '42601': {
    name: 'syntax error',
    fix: 'Was the script edited? Correct it; no database has it yet.',
  },
  '42701': { name: 'column exists already', fix: BY_HAND },
  '42703': { name: 'no such column', fix: BY_HAND },
  '42704': { name: 'no such object', fix: BY_HAND },
  '42710': { name: 'object exists already', fix: BY_HAND },
  '42883': { name: 'no such function', fix: BY_HAND },
  '42P01': { name: 'no such table', fix: BY_HAND },
  '42P06': { name: 'schema exists already', fix: BY_HAND },
  '42P07': { name: 'table exists already', fix: BY_HAND },
  '53200': {
    name: 'out of memory',
    fix: 'Many objects in one migration need a higher max_locks_per_transaction.',
  },
  '55006': { name: 'object in use' },
  '55P03': {
    name: 'a lock could not be had',
    fix: 'Run the command again when the other session is done, or with a longer --lock-timeout.',
  },
  '57014': { name: 'canceled' },
  '57P03': { name: 'the server is starting or stopping', fix: 'Run the command again.' },
  '58P01': { name: 'no such file', fix: 'Is the extension installed on the server?' },
};

/** What the others of a class have in common, by the first two characters of the code. */
const CLASSES: Readonly<Record<string, Meaning>> = {
  '08': { name: 'the connection was lost', fix: 'Run the command again.' },
  '21': { name: 'several rows where one is expected', fix: ROWS },
  '22': { name: 'a value that cannot be used', fix: ROWS },
  '23': { name: 'a row breaks a constraint', fix: ROWS },
  '25': { name: 'not possible in this state of the transaction' },
  '40': { name: 'another transaction was in the way', fix: 'Run the command again.' },
  '42': { name: 'the statement does not fit the database', fix: BY_HAND },
  '44': { name: 'a row breaks the check of a view', fix: ROWS },
  '53': {
    name: 'the server lacks a resource',
    fix: 'Check its disk, memory and connections, and run the command again.',
  },
  '54': { name: 'a limit of PostgreSQL is exceeded' },
  '55': { name: 'not possible in this state of the object' },
  '57': { name: 'the server stopped it', fix: 'Run the command again.' },
  '58': { name: 'the system of the server failed', fix: 'Read the log of the server.' },
  P0: {
    name: 'an error of a function',
    fix: 'Correct the rows that it refuses, or the function.',
  },
  XX: { name: 'an internal error of PostgreSQL', fix: 'Read the log of the server.' },
};

function meaningOf(code: string): Meaning | undefined {
  return MEANINGS[code] ?? CLASSES[code.slice(0, 2)];
}

/** `23502, NULL where a value is needed`; the code alone where there is no more to say. */
export function describeState(code: string): string {
  const meaning = meaningOf(code);
  return meaning ? `${code}, ${meaning.name}` : code;
}

/** What most likely fixes an error of that code. */
export function fixForState(code: string): { readonly fix?: string } {
  const fix = meaningOf(code)?.fix;
  return fix === undefined ? {} : { fix };
}
