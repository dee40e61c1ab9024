/** Writes a line to standard output. */
export function printLine(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** Writes a result for programs to read. */
export function printJson(value: unknown): void {
  printLine(JSON.stringify(value, null, 2));
}

/** Writes one of several results. */
export function printJsonLine(value: unknown): void {
  printLine(JSON.stringify(value));
}
