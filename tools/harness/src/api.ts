import { spawn, type ChildProcess } from 'node:child_process';

import { pythonProgram } from './python.js';
import { stopProcess } from './stop-process.js';

/** How a Python HTTP application is served. */
export interface ApiOptions {
  /** The directory that its modules are imported from. */
  readonly directory: string;
  /** The ASGI application: `main:app`. */
  readonly application: string;
  /** Environment variables, beside this process's own. */
  readonly env: Readonly<Record<string, string>>;
}

/** A served application. */
export interface Api {
  /** `http://127.0.0.1:port`, without a slash at the end. */
  readonly url: string;
  /** What the server has printed so far. */
  log(): string;
  stop(): Promise<void>;
}

const STARTUP_TIMEOUT_MS = 60_000;

/** In seconds: longer than a test blocks its process, so that none sends on a connection that the server has closed. */
const KEEP_ALIVE = '600';

/** Serves an application with uvicorn from the shared Python environment, on a port that the system chooses. */
export async function startApi(options: ApiOptions): Promise<Api> {
  const address = ['--host', '127.0.0.1', '--port', '0'];
  const args = [options.application, ...address, '--timeout-keep-alive', KEEP_ALIVE];
  const server = spawn(pythonProgram('uvicorn'), [...args, '--no-access-log'], {
    cwd: options.directory,
    env: { ...process.env, PYTHONDONTWRITEBYTECODE: '1', ...options.env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let log = '';
  for (const stream of [server.stdout, server.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (log += text));
  }
  const killOnExit = () => server.kill('SIGKILL');
  process.once('exit', killOnExit);
  let url: string;
  try {
    url = await ready(server, () => log);
  } catch (error) {
    server.kill('SIGKILL');
    throw error;
  }
  return {
    url,
    log: () => log,
    async stop() {
      process.off('exit', killOnExit);
      await stopProcess(server);
    },
  };
}

/** Waits until the application serves; gives its URL. */
async function ready(server: ChildProcess, log: () => string): Promise<string> {
  let failure: Error | undefined;
  server.once('error', (error) => (failure = error));
  for (const deadline = Date.now() + STARTUP_TIMEOUT_MS; Date.now() < deadline;) {
    if (failure) throw failure;
    if (server.exitCode !== null) {
      throw new Error(`the application stopped (exit code ${server.exitCode}):\n${log()}`);
    }
    const url = /Uvicorn running on (\S+) \(/.exec(log())?.[1];
    if (url) {
      const answer = await fetch(`${url}/openapi.json`);
      if (answer.ok) return url;
      throw new Error(`${answer.url} answered ${answer.status}:\n${await answer.text()}\n${log()}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`the application did not serve within ${STARTUP_TIMEOUT_MS} ms:\n${log()}`);
}
