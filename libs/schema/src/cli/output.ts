/** Where a command writes. */
export interface Output {
  /** One line, or several, of its result. */
  print(text: string): void;
  /** A remark that is no part of the result. */
  note(text: string): void;
}

/** The result goes to standard output, remarks to standard error. */
export const terminal: Output = {
  print: (text) => void process.stdout.write(`${text}\n`),
  note: (text) => void process.stderr.write(`schema: ${text}\n`),
};

/** Writes a result as JSON for programs. */
export function printJson(output: Output, value: unknown): void {
  output.print(JSON.stringify(value, null, 2));
}
