const BY_HAND =
  'If you edited the script, correct it. Otherwise, run `schema check` with --database-url: it shows where the database differs from its migrations.';
const ROWS =
  'Fix the rows in the database, or add a statement to up.sql, before this one, that fixes them.';
const AGAIN = 'Run the command again.';
const LOG = 'Read the log of the server.';

/** What most likely fixes an error, by its SQLSTATE, or by the first two characters of that. */
const FIXES: Readonly<Record<string, string>> = {
  '08': AGAIN,
  '0A000':
    'Check whether the server is older than the one that the migration was generated on, and whether it lacks an extension.',
  '21': ROWS,
  '22': ROWS,
  '23': ROWS,
  '25001': 'Put the line `-- part: no transaction` before it, and `-- part: transaction` after it.',
  '2BP01': 'Drop what depends on it first, and create it again afterwards.',
  '40': AGAIN,
  '42': BY_HAND,
  '42501': 'Run the command as the owner of the objects, or grant the privilege to the user.',
  '42601': 'If you edited the script, correct it.',
  '44': ROWS,
  '53': 'Check the disk, memory and connections of the server, and run the command again.',
  '53200': 'If the migration changes many objects, increase max_locks_per_transaction.',
  '55P03':
    'Run the command again after the other session has ended, or with a longer --lock-timeout.',
  '57': AGAIN,
  '58': LOG,
  '58P01': 'Check that the extension is installed on the server.',
  P0: 'Correct the rows that it rejects, or the function.',
  XX: LOG,
};

/** What most likely fixes an error of that code. */
export function fixForState(code: string): { readonly fix?: string } {
  const fix = FIXES[code] ?? FIXES[code.slice(0, 2)];
  return fix === undefined ? {} : { fix };
}
