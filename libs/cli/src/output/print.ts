/** Writes a line to standard output. */
export function printLine(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** Writes what the user should know though it is no error. */
export function printNotices(notices: readonly string[]): void {
  for (const notice of notices) process.stderr.write(`note: ${notice}\n`);
}

/** Writes a result for programs to read. */
export function printJson(value: unknown): void {
  printLine(JSON.stringify(value, null, 2));
}

/** Writes one of several results. */
export function printJsonLine(value: unknown): void {
  printLine(JSON.stringify(value));
}
