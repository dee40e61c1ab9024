/**
 * For a program that prints: `… | head` is no failure, so the program goes on and ends as it would have; half of what it
 * does would be worse than no reader. What cannot be written for another reason, such as a full disk, is one line on
 * standard error, and a failure.
 */
export function watchOutput(): void {
  const streams = [
    [process.stdout, 'standard output'],
    [process.stderr, 'standard error'],
  ] as const;
  let isTold = false;
  for (const [stream, name] of streams) {
    stream.on('error', ({ code, message }: NodeJS.ErrnoException) => {
      if (code === 'EPIPE' || isTold) return;
      isTold = true;
      process.exitCode = 1;
      process.stderr.write(`error: cannot write to ${name}: ${message.replace(/, write$/, '')}\n`);
    });
  }
}
