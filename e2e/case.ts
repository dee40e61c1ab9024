import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, parse, relative, sep } from 'node:path';

/**
 * A case is a folder with the files of a project, and beside them
 *
 * - `command.txt`: what to run, one `codegen …` a line; by default it generates from the config there;
 * - `expected/`: the files that are there afterwards and were not before;
 * - `stdout.txt`: what it prints, when that matters;
 * - `stderr.txt`: the error it ends with. Without it, it must succeed;
 * - `notes.txt`: what it says there although it succeeds. Without it, that must be nothing.
 *
 * The `fastapi` target is installed, unless the case has a `package.json` of its own.
 */
export interface Outcome {
  readonly exitCode: number;
  readonly stderr: string;
  /** Undefined when the case does not say what it should be. */
  readonly stdout: string | undefined;
  /**
   * By POSIX path. What follows from others is left out: the manifest, and the copies of the Python
   * runtime, which has tests of its own.
   */
  readonly files: Readonly<Record<string, string>>;
}

const repository = join(import.meta.dirname, '..');
const codegen = join(repository, 'libs/cli/bin/codegen.cjs');
const expectations = new Set(['command.txt', 'expected', 'notes.txt', 'stderr.txt', 'stdout.txt']);
const manifest = '.rowhouse.json';

/** Runs a case in a copy of its project. */
export async function runCase(directory: string): Promise<Outcome> {
  const project = realpathSync(mkdtempSync(join(tmpdir(), 'case-')));
  try {
    copyProject(directory, project);
    const before = new Set(listFiles(project));
    let last = { exitCode: 0, stdout: '', stderr: '' };
    for (const args of commandsOf(directory)) {
      if (last.exitCode !== 0) throw new Error(`An earlier command failed: ${last.stderr}`);
      last = await run(args, project);
    }
    const made = listFiles(project).filter(
      (path) => !before.has(path) && !/(?:^|\/)runtime\//.test(path),
    );
    const hide = (text: string) =>
      text.replaceAll(project, '<project>').replaceAll(dirname(project), '<parent>');
    return {
      exitCode: last.exitCode,
      stderr: hide(last.stderr),
      stdout: existsSync(join(directory, 'stdout.txt')) ? hide(last.stdout) : undefined,
      files: readFiles(project, made),
    };
  } finally {
    rmSync(project, { recursive: true });
  }
}

/** What a case says should come of it. */
export function expectation(directory: string): Outcome {
  const read = (name: string) => {
    const path = join(directory, name);
    return existsSync(path) ? readFileSync(path, 'utf8') : undefined;
  };
  const expected = join(directory, 'expected');
  const stderr = read('stderr.txt');
  return {
    exitCode: stderr === undefined ? 0 : 1,
    stderr: stderr ?? read('notes.txt') ?? '',
    stdout: read('stdout.txt'),
    files: existsSync(expected) ? readFiles(expected, listFiles(expected)) : {},
  };
}

/** Makes what came of a case what should. */
export function update(directory: string, { exitCode, stderr, stdout, files }: Outcome): void {
  const failed = existsSync(join(directory, 'stderr.txt'));
  const succeeded = ['expected', 'notes.txt'].some((name) => existsSync(join(directory, name)));
  if ((succeeded && !failed && exitCode !== 0) || (failed && exitCode === 0)) {
    throw new Error(
      `This case ${failed ? 'failed' : 'succeeded'} before, and does not now: ${stderr}\n` +
        `If that is right, delete its ${failed ? 'stderr.txt' : "'expected' and notes.txt"} first.`,
    );
  }
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(directory, path)), { recursive: true });
    writeFileSync(join(directory, path), text);
  };
  rmSync(join(directory, 'expected'), { recursive: true, force: true });
  for (const name of ['stderr.txt', 'notes.txt']) rmSync(join(directory, name), { force: true });
  for (const [path, text] of Object.entries(files)) write(`expected/${path}`, text);
  if (stderr !== '') write(exitCode === 0 ? 'notes.txt' : 'stderr.txt', stderr);
  if (stdout !== undefined) write('stdout.txt', stdout);
}

function copyProject(directory: string, project: string): void {
  for (const name of readdirSync(directory)) {
    if (!expectations.has(name))
      cpSync(join(directory, name), join(project, name), { recursive: true });
  }
  symlinkSync(join(repository, 'node_modules'), join(project, 'node_modules'), 'junction');
  const packageFile = join(project, 'package.json');
  if (!existsSync(packageFile)) {
    writeFileSync(
      packageFile,
      '{ "private": true, "dependencies": { "@rowhouse/fastapi": "*" } }\n',
    );
  }
}

function commandsOf(directory: string): readonly (readonly string[])[] {
  const file = join(directory, 'command.txt');
  if (!existsSync(file)) {
    const config = readdirSync(directory).find((name) => name.startsWith('codegen.config.'));
    return [['generate', '--config', config!]];
  }
  const lines = readFileSync(file, 'utf8').trim().split('\n');
  return lines.map((line) => line.trim().split(/\s+/).slice(1));
}

function run(
  args: readonly string[],
  cwd: string,
): Promise<{ exitCode: number; stdout: string; stderr: string }> {
  // A home that is nowhere: the one of whoever runs the tests may lie beside the case.
  const HOME = join(parse(cwd).root, 'no-such-home');
  const env = { ...process.env, HOME, USERPROFILE: HOME, NO_COLOR: '1', NODE_OPTIONS: '' };
  return new Promise((resolve) => {
    execFile(process.execPath, [codegen, ...args], { cwd, env }, (error, stdout, stderr) => {
      resolve({ exitCode: error ? Number(error.code) : 0, stdout, stderr });
    });
  });
}

function listFiles(root: string): readonly string[] {
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== manifest)
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .sort();
}

function readFiles(root: string, paths: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(paths.map((path) => [path, readFileSync(join(root, path), 'utf8')]));
}
