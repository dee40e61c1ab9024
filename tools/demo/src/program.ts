import { spawn } from 'node:child_process';

/**
 * Runs a program and shows what it prints.
 *
 * @throws Error when it does not end with exit code 0.
 */
export async function runProgram(
  command: string,
  args: readonly string[],
  options: { readonly cwd: string; readonly env?: Readonly<Record<string, string>> },
): Promise<void> {
  const child = spawn(command, args, {
    cwd: options.cwd,
    env: { ...process.env, ...options.env },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const code = await new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', resolve);
  });
  if (code !== 0) throw new Error(`${[command, ...args].join(' ')} ended with exit code ${code}`);
}
