import type { ChildProcess } from 'node:child_process';

const GRACE_MS = 10_000;

/** Asks a server to end, waits for it, and kills it when it takes too long. Safe to call twice. */
export async function stopProcess(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const exit = new Promise((resolve) => server.once('exit', resolve));
  server.kill('SIGTERM');
  const timer = setTimeout(() => server.kill('SIGKILL'), GRACE_MS);
  await exit;
  clearTimeout(timer);
}
