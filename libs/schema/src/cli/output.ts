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

/**
 * `schema … | head` is no failure: the command goes on and ends as it would have; half a migration would be worse
 * than no reader. What cannot be written for another reason, such as a full disk, is one.
 */
export function watchOutput(): void {
  const streams = [
    [process.stdout, 'standard output'],
    [process.stderr, 'standard error'],
  ] as const;
  for (const [stream, name] of streams) {
    let isTold = false;
    stream.on('error', ({ code, message }: NodeJS.ErrnoException) => {
      if (code === 'EPIPE' || isTold) return;
      isTold = true;
      process.exitCode = 1;
      process.stderr.write(`error: cannot write to ${name}: ${message.replace(/, write$/, '')}\n`);
    });
  }
}

/** Writes what the user should know though it is no error. */
export function printNote(output: Output, note: string): void {
  output.error(`note: ${note}`);
}

/** Writes a result as JSON for programs. */
export function printJson(output: Output, value: unknown): void {
  output.print(JSON.stringify(value, null, 2));
}
