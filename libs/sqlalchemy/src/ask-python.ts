import { spawn } from 'node:child_process';

export interface PythonAnswer {
  readonly output: string;
  /** Why Python did not answer. */
  readonly problem: string | undefined;
}

/** Runs a script with the project's own Python: a request in, an answer out. What modules print is shown as errors are. */
export async function askPython(
  python: string,
  script: string,
  request: unknown,
  directory: string,
): Promise<PythonAnswer> {
  return new Promise((done) => {
    const child = spawn(python, ['-B', script], {
      cwd: directory,
      // Whatever is in the order of a set is the same in each run.
      env: { ...process.env, PYTHONHASHSEED: '0', PYTHONIOENCODING: 'utf-8' },
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    const chunks: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
    child.on('error', ({ message }) => {
      done({ output: '', problem: message });
    });
    child.on('close', (code) => {
      const output = Buffer.concat(chunks).toString();
      const isDone = code === 0 && output !== '';
      done({ output, problem: isDone ? undefined : `it ended with ${String(code)}` });
    });
    // A Python that does not start takes no input.
    child.stdin.on('error', () => undefined);
    child.stdin.end(JSON.stringify(request));
  });
}
