/** What an SQLSTATE means, and what most likely fixes it. */
interface Meaning {
  readonly name: string;
  readonly fix?: string;
}

const BY_HAND =
  'If you edited the script, correct it. Otherwise, run `schema check` with --database-url: it shows where the database differs from its migrations.';
const ROWS =
  'Fix the rows in the database, or add a statement to up.sql, before this one, that fixes them.';

const MEANINGS: Readonly<Record<string, Meaning>> = {
  '0A000': {
    name: 'feature not supported',
    fix: 'Check whether the server is older than the one that the migration was generated on, and whether it lacks an extension.',
  },
  '22001': { name: 'value too long', fix: ROWS },
  '22003': { name: 'number out of range', fix: ROWS },
  '22P02': { name: 'a value cannot be converted', fix: ROWS },
  '23502': { name: 'a required value is NULL', fix: ROWS },
  '23503': { name: 'the referenced row does not exist', fix: ROWS },
  '23505': { name: 'duplicate key', fix: ROWS },
  '23514': { name: 'a row violates a check', fix: ROWS },
  '23P01': { name: 'rows violate an exclusion constraint', fix: ROWS },
  '25001': {
    name: 'not allowed in a transaction',
    fix: 'Put the line `-- part: no transaction` before it, and `-- part: transaction` after it.',
  },
  '2BP01': {
    name: 'other objects depend on it',
    fix: 'Drop what depends on it first, and create it again afterwards.',
  },
  '3F000': { name: 'the schema does not exist', fix: BY_HAND },
  '40P01': { name: 'deadlock', fix: 'Run the command again.' },
  '42501': {
    name: 'not allowed',
    fix: 'Run the command as the owner of the objects, or grant the privilege to the user.',
  },
  '42601': {
    name: 'syntax error',
    fix: 'If you edited the script, correct it.',
  },
  '42701': { name: 'the column already exists', fix: BY_HAND },
  '42703': { name: 'the column does not exist', fix: BY_HAND },
  '42704': { name: 'the object does not exist', fix: BY_HAND },
  '42710': { name: 'the object already exists', fix: BY_HAND },
  '42883': { name: 'the function does not exist', fix: BY_HAND },
  '42P01': { name: 'the table does not exist', fix: BY_HAND },
  '42P06': { name: 'the schema already exists', fix: BY_HAND },
  '42P07': { name: 'the table already exists', fix: BY_HAND },
  '53200': {
    name: 'out of memory',
    fix: 'If the migration changes many objects, increase max_locks_per_transaction.',
  },
  '55006': { name: 'object in use' },
  '55P03': {
    name: 'could not get a lock',
    fix: 'Run the command again after the other session has ended, or with a longer --lock-timeout.',
  },
  '57014': { name: 'canceled' },
  '57P03': { name: 'the server is starting or stopping', fix: 'Run the command again.' },
  '58P01': { name: 'no such file', fix: 'Check that the extension is installed on the server.' },
};

/** What the others of a class have in common, by the first two characters of the code. */
const CLASSES: Readonly<Record<string, Meaning>> = {
  '08': { name: 'the connection was lost', fix: 'Run the command again.' },
  '21': { name: 'found several rows, expected one', fix: ROWS },
  '22': { name: 'invalid value', fix: ROWS },
  '23': { name: 'a row violates a constraint', fix: ROWS },
  '25': { name: 'not possible in this state of the transaction' },
  '40': { name: 'conflict with another transaction', fix: 'Run the command again.' },
  '42': { name: 'the statement does not match the database', fix: BY_HAND },
  '44': { name: 'a row violates the check option of a view', fix: ROWS },
  '53': {
    name: 'the server has run out of a resource',
    fix: 'Check its disk, memory and connections, and run the command again.',
  },
  '54': { name: 'a limit of PostgreSQL was exceeded' },
  '55': { name: 'not possible in this state of the object' },
  '57': { name: 'the server canceled the command', fix: 'Run the command again.' },
  '58': {
    name: 'the operating system of the server reported an error',
    fix: 'Read the log of the server.',
  },
  P0: {
    name: 'a function raised an error',
    fix: 'Correct the rows that it rejects, or the function.',
  },
  XX: { name: 'an internal error of PostgreSQL', fix: 'Read the log of the server.' },
};

function meaningOf(code: string): Meaning | undefined {
  return MEANINGS[code] ?? CLASSES[code.slice(0, 2)];
}

/** `23502, a required value is NULL`; the code alone where there is no more to say. */
export function describeState(code: string): string {
  const meaning = meaningOf(code);
  return meaning ? `${code}, ${meaning.name}` : code;
}

/** What most likely fixes an error of that code. */
export function fixForState(code: string): { readonly fix?: string } {
  const fix = meaningOf(code)?.fix;
  return fix === undefined ? {} : { fix };
}
