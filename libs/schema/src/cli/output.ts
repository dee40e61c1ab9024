import { issueToJson, type Issue } from '@rowhouse/errors';

/** Where a command writes. */
export interface Output {
  /** One line, or several, of its result. */
  print(text: string): void;
  /** What is no part of the result. */
  error(text: string): void;
}

/** The result goes to standard output, the rest to standard error. */
export const terminal: Output = {
  print: (text) => void process.stdout.write(`${text}\n`),
  error: (text) => void process.stderr.write(`${text}\n`),
};

/** Writes what the user should know though it is no error. */
export function printNote(output: Output, note: string): void {
  output.error(`note: ${note}`);
}

/** Issues as a part of a result for programs. */
export function issuesJson(issues: readonly Issue[]): readonly object[] {
  return issues.map((issue) => issueToJson(issue, 'schema/errors'));
}

/** Writes a result as JSON for programs. */
export function printJson(output: Output, value: unknown): void {
  output.print(JSON.stringify(value, null, 2));
}
