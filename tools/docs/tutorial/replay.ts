import { pythonProgram, startApi, type Api } from '@rowhouse/harness';
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../../..');

/** What a terminal remembers: variables and functions. */
const definitions = /^(?:export [A-Z_]+=.+|[A-Z_]+=\S+|\w+\(\) \{[\s\S]*?^\})$/gm;

/** What a block of commands printed. */
export interface Printed {
  readonly stdout: string;
  readonly stderr: string;
}

/** A reader of the tutorial: a project directory, a terminal that remembers, and the served API. */
export class Replay {
  readonly directory = mkdtempSync(join(tmpdir(), 'tutorial-'));
  readonly #programs = join(this.directory, 'bin');
  readonly #values = new Map<string, string>();
  #definitions = '';
  #api: Api | undefined;

  /** @param databaseUrl the database that the reader starts. */
  constructor(databaseUrl: string) {
    this.set('DATABASE_URL', databaseUrl);
    symlinkSync(join(root, 'node_modules'), join(this.directory, 'node_modules'), 'junction');
    const own = ['cli', 'fastapi', 'client'].map((name) => [`@rowhouse/${name}`, '*']);
    const devDependencies = Object.fromEntries(own) as Record<string, string>;
    this.write(
      'package.json',
      JSON.stringify({ name: 'blog-api', type: 'commonjs', devDependencies }),
    );
    const curl = join(import.meta.dirname, 'curl.mjs');
    this.write('bin/curl', `#!/bin/sh\nexec node '${curl}' "$@"\n`);
    chmodSync(join(this.#programs, 'curl'), 0o755);
  }

  write(path: string, text: string): void {
    const file = join(this.directory, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }

  read(path: string): string {
    return readFileSync(join(this.directory, path), 'utf8');
  }

  exists(path: string): boolean {
    return existsSync(join(this.directory, path));
  }

  /** The texts that were generated so far; beside `_generated`, those at `paths`. */
  generated(...paths: readonly string[]): readonly string[] {
    const beside = paths.map((path) => join(this.directory, path));
    const directory = join(this.directory, '_generated');
    const files = existsSync(directory)
      ? readdirSync(directory, { recursive: true, withFileTypes: true }).filter((entry) =>
          entry.isFile(),
        )
      : [];
    const inside = files.map((entry) => join(entry.parentPath, entry.name));
    return [...beside, ...inside].map((file) => readFileSync(file, 'utf8'));
  }

  /** Gives a variable that the reader copies out of an answer its value here. */
  set(name: string, value: string): void {
    this.#values.set(name, value);
  }

  /** Types a block of commands. What serves the API is left to {@link serve}. */
  async type(code: string): Promise<Printed> {
    const own = [...this.#values].reduce(
      (text, [name, value]) =>
        text.replace(
          new RegExp(`^((?:export )?${name}=).*$`, 'm'),
          (_, start) => `${start}${value}`,
        ),
      code.replace(/^uvicorn .*$/m, ''),
    );
    const { stdout, stderr, environment } = this.#run(own);
    for (const definition of own.match(definitions) ?? []) {
      // A secret is made up once.
      const [, name] = /^export ([A-Z_]+)=\$\(/.exec(definition) ?? [];
      this.#definitions += name ? `export ${name}='${environment[name]}'\n` : `${definition}\n`;
    }
    if (/^uvicorn main:app$/m.test(code)) await this.serve();
    return { stdout, stderr };
  }

  /** Starts the API, anew where it runs. */
  async serve(): Promise<void> {
    await this.#api?.stop();
    const { environment } = this.#run('');
    const directory = this.directory;
    const [application, env] = ['main:app', { ...environment, PYTHONPATH: directory }];
    this.#api = await startApi({ directory, application, env });
  }

  async end(): Promise<void> {
    await this.#api?.stop();
    rmSync(this.directory, { recursive: true, force: true });
  }

  #run(code: string): Printed & { readonly environment: Readonly<Record<string, string>> } {
    const report = join(this.directory, 'environment.json');
    const dump = `node -p 'JSON.stringify(process.env)' > '${report}'`;
    const path = [this.#programs, dirname(pythonProgram('python')), process.env['PATH']];
    const { stdout, stderr } = spawnSync('sh', ['-c', `${this.#definitions}${code}\n${dump}\n`], {
      cwd: this.directory,
      encoding: 'utf8',
      env: {
        ...process.env,
        NODE_OPTIONS: '',
        NO_COLOR: '1',
        PYTHONDONTWRITEBYTECODE: '1',
        PATH: path.join(delimiter),
        ...(this.#api && { API_URL: this.#api.url }),
      },
    });
    const environment = JSON.parse(readFileSync(report, 'utf8')) as Record<string, string>;
    rmSync(report);
    return { stdout, stderr, environment };
  }
}
