import { spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const repository = resolve(import.meta.dirname, '../../..');
const program = join(repository, 'libs/cli/bin/codegen.cjs');

let project: string;

beforeEach(() => {
  project = realpathSync(mkdtempSync(join(tmpdir(), 'command-')));
  const devDependencies = { 'codegen-markdown': '*' };
  writeFileSync(join(project, 'package.json'), JSON.stringify({ devDependencies }));
  mkdirSync(join(project, 'node_modules'));
  symlinkSync(
    join(repository, 'e2e/packages/codegen-markdown'),
    join(project, 'node_modules/codegen-markdown'),
    'junction',
  );
  writeSite('rows', 'tables');
});
afterEach(() => {
  rmSync(project, { recursive: true });
});

/** A config of pages with one text each. */
function writeSite(...names: readonly string[]): void {
  const pages = names.map((name) => ({
    name,
    operations: [{ name: 'text', text: `About ${name}` }],
  }));
  writeFileSync(join(project, 'site.json'), JSON.stringify({ version: '1', title: 'T', pages }));
}

const environment = { ...process.env, NODE_OPTIONS: '', NO_COLOR: '1' };

function codegen(args: string, env: NodeJS.ProcessEnv = environment) {
  return run(program, args, env);
}

function run(command: string, args: string, env: NodeJS.ProcessEnv = environment) {
  const words = args.split(' ').filter((word) => word !== '');
  const { status, stdout, stderr } = spawnSync(process.execPath, [command, ...words], {
    cwd: project,
    encoding: 'utf8',
    env,
  });
  return { status, stdout, stderr };
}

const page = (name: string) => join(project, 'pages', `${name}.md`);

describe('generate', () => {
  it('says what it did, and that a second run had nothing to do', () => {
    expect(codegen('generate -c site.json')).toEqual({
      status: 0,
      stdout: 'pages: 2 pages, 4 files: 4 created\n',
      stderr: '',
    });
    expect(codegen('generate -c site.json').stdout).toBe('pages: 2 pages, 4 files: up to date\n');
  });

  it('says with --verbose why files differ', () => {
    codegen('generate site.json');
    writeSite('rows', 'columns');
    writeFileSync(page('rows'), 'mine');
    expect(codegen('generate site.json --verbose --prune').stdout).toBe(
      [
        'Changed since the last run: site.json',
        'CREATE columns.md: page columns: text (site.json:1)',
        'UPDATE contents.md: site: contents (site.json:1)',
        'UPDATE rows.md (edited by hand): page rows: text (site.json:1)',
        'DELETE tables.md: the config no longer generates it',
        'pages: 2 pages, 4 files: 1 created, 3 updated, 1 deleted\n',
      ].join('\n'),
    );
    expect(codegen('generate site.json -v').stdout).toBe(
      'Nothing has changed since the last run.\npages: 2 pages, 4 files: up to date\n',
    );
  });

  it('is quiet with --quiet, but for what is lost', () => {
    expect(codegen('generate site.json --quiet')).toEqual({ status: 0, stdout: '', stderr: '' });
    writeFileSync(page('rows'), 'mine');
    expect(codegen('generate site.json -q')).toEqual({
      status: 0,
      stdout: 'UPDATE rows.md (edited by hand)\n',
      stderr: '',
    });
    writeSite('rows');
    const outdated = codegen('generate site.json -q --check');
    expect([outdated.status, outdated.stdout]).toEqual([1, '']);
    expect(outdated.stderr).toContain('not up to date');
  });

  it('tells failures apart by their kind in JSON, and says where each is described', () => {
    const error = (args: string) => {
      const { status, stdout } = codegen(`${args} --json`);
      expect(status).toBe(1);
      return (JSON.parse(stdout) as { error: { kind: string; issues: unknown[] } }).error;
    };
    expect(error('generate site.json --check')).toMatchObject({
      kind: 'drift',
      issues: [{ code: 'outdated', docs: expect.stringMatching(/docs\/errors\.md#outdated$/) }],
    });
    expect(error('generate site.json --prun')).toEqual({
      kind: 'usage',
      prefix: 'error',
      issues: [{ message: "unknown option '--prun'\n(Did you mean --prune?)" }],
    });
    expect(error('generate absent.json').kind).toBe('config');
    expect(error('generate site.json -t mark').kind).toBe('command');
  });

  it('links each code to its description on a terminal', () => {
    writeFileSync(join(project, 'site.json'), '{ "version": "2" }');
    const env = { ...environment, NO_COLOR: undefined, FORCE_COLOR: '1' };
    expect(codegen('validate site.json', env).stderr).toMatch(
      /\u001B\]8;;https:\S+\/errors\.md#missing\u001B\\\[missing\]\u001B\]8;;\u001B\\\n/,
    );
    expect(codegen('validate site.json').stderr).toContain(' [missing]\n');
  });

  it('lists each change and writes nothing with --dry-run', () => {
    codegen('generate -c site.json');
    writeSite('rows', 'columns');
    writeFileSync(page('rows'), 'mine');
    const { stdout } = codegen('generate -c site.json --dry-run --clean');
    expect(stdout).toBe(
      [
        'UPDATE .rowhouse.json',
        'CREATE columns.md',
        'UPDATE contents.md',
        'UPDATE rows.md (edited by hand)',
        'DELETE tables.md',
        '',
      ].join('\n'),
    );
    expect(readFileSync(page('rows'), 'utf8')).toBe('mine');
    expect(existsSync(page('columns'))).toBe(false);
  });

  it('fails with --check when anything differs, and only then', () => {
    expect(codegen('generate -c site.json --check')).toMatchObject({
      status: 1,
      stderr:
        'error: the generated files are not up to date\n  Run: codegen generate --config site.json\n',
    });
    codegen('generate -c site.json');
    expect(codegen('generate -c site.json --check')).toMatchObject({ status: 0, stderr: '' });
  });

  it.each(['--prune', '--clean', '--clean --force'])(
    'names with --check the command that fixes it, as with %s',
    (flags) => {
      const { stderr } = codegen(`generate -c site.json -o other -t markdown ${flags} --check`);
      expect(stderr).toContain(
        `\n  Run: codegen generate --config site.json --out other --target markdown ${flags}\n`,
      );
    },
  );

  it('quotes for a shell, in that command, what needs it', () => {
    const { stderr } = codegen("generate site.json --out it's&more --check");
    expect(stderr).toContain(String.raw`--out 'it'\''s&more'`);
  });

  it('writes with --diff, and leaves the manifest out of it', () => {
    codegen('generate site.json');
    writeSite('rows', 'tables', 'new');
    const { stdout } = codegen('generate site.json --diff');
    expect(stdout).toContain('+++ b/new.md\n');
    expect(stdout).not.toContain('.rowhouse.json');
    expect(existsSync(page('new'))).toBe(true);
  });

  it('prints unified diffs with --diff', () => {
    codegen('generate -c site.json');
    writeFileSync(page('rows'), '# rows\n\nAbout you\n');
    writeSite('rows', 'tables', 'new');
    const { stdout } = codegen('generate -c site.json --dry-run --diff');
    expect(stdout).toContain(
      '--- a/rows.md\n+++ b/rows.md\n@@ -1,3 +1,3 @@\n # rows\n \n-About you\n+About rows\n',
    );
    expect(stdout).toContain(
      '--- /dev/null\n+++ b/new.md\n@@ -0,0 +1,3 @@\n+# new\n+\n+About new\n',
    );
  });

  it('names what is left over, and removes it with --prune', () => {
    codegen('generate -c site.json');
    writeSite('rows');
    expect(codegen('generate -c site.json').stdout).toContain(
      'Left from earlier runs, --prune removes them: tables.md.\n',
    );
    expect(existsSync(page('tables'))).toBe(true);
    expect(codegen('generate -c site.json --prune').stdout).toContain('1 deleted');
    expect(existsSync(page('tables'))).toBe(false);
  });

  it('removes everything else with --clean', () => {
    codegen('generate -c site.json');
    writeFileSync(page('mine'), 'mine');
    codegen('generate -c site.json --clean');
    expect(existsSync(page('mine'))).toBe(false);
    expect(existsSync(page('rows'))).toBe(true);
  });

  it.each(['', ' --diff', ' --check', ' --check --diff', ' --dry-run --diff'])(
    'names each file that it overwrites%s',
    (flags) => {
      codegen('generate site.json');
      writeSite('rows', 'tables', 'new');
      for (const name of ['rows', 'new']) writeFileSync(page(name), 'mine');
      const { stdout } = codegen(`generate site.json${flags}`);
      expect(stdout).toContain('UPDATE new.md (not generated before)\n');
      expect(stdout).toContain('UPDATE rows.md (edited by hand)\n');
      expect(stdout).not.toContain('UPDATE tables.md');
    },
  );

  it('tells whose each file is in JSON', () => {
    codegen('generate site.json');
    writeSite('rows', 'tables', 'new');
    for (const name of ['rows', 'new']) writeFileSync(page(name), 'mine');
    expect(JSON.parse(codegen('generate site.json --json').stdout)).toMatchObject({
      changes: [
        { kind: 'update', path: '.rowhouse.json', origin: 'generated' },
        { kind: 'update', path: 'contents.md', origin: 'generated' },
        { kind: 'update', path: 'new.md', origin: 'foreign' },
        { kind: 'update', path: 'rows.md', origin: 'edited' },
        { kind: 'unchanged', path: 'tables.md' },
      ],
    });
  });

  it('keeps edits with --keep-edits: it fails, names them and writes nothing', () => {
    codegen('generate site.json');
    writeSite('rows', 'tables', 'new');
    writeFileSync(page('rows'), 'mine');
    for (const flags of ['--keep-edits', '--keep-edits --dry-run']) {
      expect(codegen(`generate site.json ${flags}`)).toEqual({
        status: 1,
        stdout: '',
        stderr: `error: cannot overwrite ${page('rows')}: it was edited by hand; move it away, or generate without --keep-edits (nothing was changed)\n`,
      });
    }
    expect(readFileSync(page('rows'), 'utf8')).toBe('mine');
    expect(existsSync(page('new'))).toBe(false);
    rmSync(page('rows'));
    expect(codegen('generate site.json --keep-edits').status).toBe(0);
  });

  it('ejects what a target lets it, and says what it needs', () => {
    expect(codegen('eject --all').stderr).toContain("missing required argument 'config'");
    expect(codegen('eject -c site.json').stderr).toContain("argument 'operation', or --all");
    expect(codegen('eject rows.text --all -c site.json').stderr).toContain("with option '--all'");
    expect(codegen('eject --all --to mine -c site.json').stderr).toContain("'--to <module>'");
    for (const what of ['rows.text', '--all']) {
      const { status, stderr } = codegen(`eject ${what} -c site.json`);
      expect([status, stderr]).toEqual([
        1,
        "error: what target 'markdown' generates cannot be ejected\n",
      ]);
    }
  });

  it('names with --prune, and clean does, the edited files that go', () => {
    codegen('generate site.json');
    writeSite('rows');
    for (const name of ['rows', 'tables']) writeFileSync(page(name), 'mine');
    expect(codegen('generate site.json --prune').stdout).toMatch(
      /^UPDATE rows.md \(edited by hand\)\nDELETE tables.md \(edited by hand\)\npages: /,
    );
    writeFileSync(page('rows'), 'mine');
    expect(codegen('clean site.json --dry-run').stdout).toContain(
      'DELETE rows.md (edited by hand)\n',
    );
    expect(codegen('clean site.json').stdout).toMatch(
      /^DELETE rows.md \(edited by hand\)\npages: /,
    );
  });

  it('prints its result as JSON, and its errors too', () => {
    const result = JSON.parse(codegen('generate -c site.json --json').stdout) as object;
    expect(result).toMatchObject({
      target: 'markdown',
      outputRoot: join(project, 'pages'),
      written: true,
      counts: { create: 4, update: 0, delete: 0, unchanged: 0 },
      leftOver: [],
      config: {
        files: [join(project, 'site.json')],
        hash: expect.stringMatching(/^[0-9a-f]{64}$/),
      },
    });
    writeFileSync(join(project, 'site.json'), '{ "version": "2" }');
    const failed = codegen('generate -c site.json --json');
    expect(failed.status).toBe(1);
    expect(JSON.parse(failed.stdout)).toMatchObject({
      error: {
        prefix: 'config error',
        issues: [
          { path: 'title', code: 'missing', message: 'missing, expected a string' },
          { path: 'pages' },
          { path: 'version', found: '2', expected: "'1'", place: { line: 1, column: 14 } },
        ],
      },
    });
    expect(failed.stderr).toContain('config error: ');
  });

  it('colours a terminal alone, unless it is told otherwise', () => {
    const env = { ...environment, NO_COLOR: undefined };
    const dryRun = 'generate -c site.json --dry-run';
    expect(codegen(dryRun, env).stdout).not.toContain('\u001B[');
    expect(codegen(dryRun, { ...env, FORCE_COLOR: '1' }).stdout).toContain('\u001B[32mCREATE');
    expect(codegen(dryRun, { ...env, FORCE_COLOR: '1', NO_COLOR: '1' }).stdout).not.toContain(
      '\u001B[',
    );
  });
});

it('deletes the output directory with clean, and lists it before with --dry-run', () => {
  codegen('generate -c site.json');
  expect(codegen('clean -c site.json --dry-run').stdout).toContain(
    'DELETE rows.md\nDELETE tables.md\npages: 4 files to delete.\n',
  );
  expect(codegen('clean -c site.json').stdout).toBe('pages: 4 files deleted.\n');
  expect(existsSync(join(project, 'pages'))).toBe(false);
  expect(codegen('clean -c site.json')).toMatchObject({
    status: 0,
    stdout: 'pages: nothing to delete.\n',
  });
});

it('validates a config that is an argument or an option', () => {
  const stdout = 'site.json is a valid markdown config.\n';
  expect(codegen('validate site.json')).toEqual({ status: 0, stdout, stderr: '' });
  expect(codegen('validate --config site.json').stdout).toBe(stdout);
  expect(existsSync(join(project, 'pages'))).toBe(false);
});

it('"validate: config path; optional target name": takes the target as its second argument', () => {
  expect(codegen('validate site.json markdown').stdout).toBe(
    'site.json is a valid markdown config.\n',
  );
  expect(codegen('validate site.json markdwn').stderr).toContain(
    "error: no target 'markdwn' is installed\n  Did you mean 'markdown'?",
  );
  expect(codegen('validate site.json markdown -t markdown')).toEqual({
    status: 1,
    stdout: '',
    stderr: "error: argument 'target' cannot be used with option '-t, --target <name>'\n",
  });
});

it('uses the targets that are installed beside it where there is no package.json', () => {
  rmSync(join(project, 'package.json'));
  expect(codegen('validate site.json')).toMatchObject({ status: 1, stdout: '' });
  const installed = join(project, 'global/node_modules');
  mkdirSync(join(installed, '@rowhouse'), { recursive: true });
  symlinkSync(join(repository, 'libs/cli'), join(installed, '@rowhouse/cli'), 'junction');
  const markdown = join(repository, 'e2e/packages/codegen-markdown');
  symlinkSync(markdown, join(installed, 'codegen-markdown'), 'junction');
  const command = join(installed, '@rowhouse/cli/bin/codegen.cjs');
  for (const args of ['generate site.json', 'clean site.json', 'targets list', 'schema']) {
    expect(run(command, args)).toMatchObject({ status: 0, stderr: '' });
  }
});

it('generates and cleans a config that is an argument', () => {
  expect(codegen('generate site.json')).toMatchObject({ status: 0, stderr: '' });
  expect(existsSync(page('rows'))).toBe(true);
  expect(codegen('clean site.json')).toMatchObject({ status: 0, stderr: '' });
  expect(existsSync(page('rows'))).toBe(false);
});

it('names the config that is probably meant', () => {
  writeFileSync(join(project, 'codegen.config.jsonnet'), '{}');
  const { stderr } = codegen('generate');
  expect(stderr).toBe(
    "error: missing required argument 'config'\n(Did you mean codegen.config.jsonnet?)\n",
  );
});

it.each(['generate', 'clean', 'validate', 'watch'])('asks %s for one config', (command) => {
  expect(codegen(command)).toEqual({
    status: 1,
    stdout: '',
    stderr: "error: missing required argument 'config'\n",
  });
  expect(codegen(`${command} site.json --config site.json`)).toEqual({
    status: 1,
    stdout: '',
    stderr: "error: argument 'config' cannot be used with option '-c, --config <path>'\n",
  });
});

it('lists targets, for people and for programs', () => {
  expect(codegen('targets list').stdout).toBe('markdown (Markdown)\n');
  expect(JSON.parse(codegen('targets list --json').stdout)).toEqual([
    { name: 'markdown', language: 'Markdown', package: 'codegen-markdown' },
  ]);
});

it('explains operations of targets that can', () => {
  expect(codegen('explain rows.text -c site.json')).toEqual({
    status: 1,
    stdout: '',
    stderr: "error: target 'markdown' has no operations that can be explained\n",
  });
  expect(codegen('explain rows.text').stderr).toContain("missing required argument 'config'");
});

it('compares APIs of targets that have one, and asks what to compare', () => {
  expect(codegen('diff --api site.json').stderr).toBe(
    "error: target 'markdown' has no API to compare\n",
  );
  expect(codegen('diff site.json').stderr).toBe("error: required option '--api' not specified\n");
});

describe('doctor', () => {
  it('reports what is installed and how the project is, without the path of either', () => {
    codegen('generate site.json');
    const { status, stdout, stderr } = codegen('doctor site.json');
    expect([status, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(
      /^Node\.js {3}\d+\.\S+ on \S+\nPackages {2}@rowhouse\/core \S+\n {10}codegen-markdown 1\.0\.0\n/,
    );
    expect(stdout).toContain(
      [
        'Targets   markdown (Markdown) of codegen-markdown',
        'Config    site.json: valid',
        'Output    pages: 4 files, up to date',
        '',
        'No problems found.\n',
      ].join('\n'),
    );
    expect(stdout).not.toContain(project);
  });

  it('exits with 1 for what is broken, and tells the fix', () => {
    writeFileSync(join(project, 'pages'), 'a file');
    const { status, stdout, stderr } = codegen('doctor site.json');
    expect([status, stderr]).toEqual([1, '']);
    expect(stdout).toContain('Output    1 problem, see below\n\nOutput:\n  ');
    expect(stdout).toContain('it is a file');
    expect(stdout).not.toContain(project);
    expect(JSON.parse(codegen('doctor site.json --json').stdout)).toMatchObject({
      healthy: false,
      findings: [
        { topic: 'Node.js', issues: [] },
        { topic: 'Packages', issues: [] },
        { topic: 'Targets', lines: ['markdown (Markdown) of codegen-markdown'], issues: [] },
        { topic: 'Config', lines: ['site.json: valid'], issues: [] },
        { topic: 'Output', lines: [], issues: [{ code: 'enotdir' }] },
      ],
    });
  });

  it('takes the config that is called as configs are', () => {
    expect(codegen('doctor').stdout).toContain('Config    none in this folder');
    writeFileSync(join(project, 'codegen.config.json'), '{}');
    const { status, stdout } = codegen('doctor');
    expect(status).toBe(1);
    expect(stdout).toContain('\nConfig:\n  codegen.config.json:1:1: version: missing');
  });
});

it('prints the JSON Schema of a config', () => {
  expect(JSON.parse(codegen('schema').stdout)).toMatchObject({
    title: 'markdown config',
    properties: { pages: { type: 'array' } },
  });
  expect(codegen('schema --json')).toEqual(codegen('schema'));
});

it('says what to do first when it is called alone', () => {
  const { status, stdout, stderr } = codegen('');
  expect([status, stderr]).toEqual([0, '']);
  for (const [, command] of stdout.matchAll(/^ {2}codegen (\w+)/gm)) {
    expect(codegen(`${command} --help`).status).toBe(0);
  }
  expect(stdout).toContain('codegen generate codegen.config.jsonnet');
});

it('groups the commands in its help, which fits 80 columns', () => {
  const { stdout } = codegen('--help');
  expect(stdout.match(/^\S.*:$/gm)).toEqual([
    'Options:',
    'Generate:',
    'Look into a project:',
    'Set up:',
    'Examples:',
  ]);
  for (const [, command] of stdout.matchAll(/^ {2}([a-z]+) /gm)) {
    const lines = [stdout, codegen(`${command} --help`).stdout].join('\n').split('\n');
    // An example of a command line stays on its line.
    const help = lines.filter((line) => !line.startsWith('  $ '));
    expect(help.filter((line) => line.length > 80)).toEqual([]);
  }
});

it('shows examples in the help of every command', () => {
  const commands = ['', 'generate ', 'clean ', 'validate ', 'watch ', 'targets ', 'targets list '];
  for (const command of [...commands, 'schema ', 'completion ', 'doctor ', 'explain ', 'diff ']) {
    const { status, stdout } = codegen(`${command}--help`);
    expect(status).toBe(0);
    expect(stdout).toContain(`\nExamples:\n  $ codegen ${command}`.trimEnd());
    expect(stdout).toMatch(/\nDocumentation: https:\S+\/cli\.md\n/);
  }
});

it('colors help and errors on a terminal alone', () => {
  const env = { ...environment, NO_COLOR: undefined, FORCE_COLOR: '1' };
  expect(codegen('generate --help', env).stdout).toContain('\u001B[1mOptions:\u001B[22m');
  expect(codegen('generat', env).stderr).toMatch(/^\u001B\[31merror:\u001B\[0m unknown command/);
  expect(codegen('validate absent.json', env).stderr).toMatch(/^\u001B\[31mconfig error:/);
  expect(codegen('generate --help').stdout).not.toContain('\u001B');
  expect(codegen('generat').stderr).toMatch(/^error: unknown command/);
});

it('keeps the stack of a defect', () => {
  const broken = `export const notes = { name: 'notes', get language() { throw new TypeError('boom'); } };`;
  writeFileSync(join(project, 'notes.js'), broken);
  const codegenKey = { targets: { notes: './notes.js#notes' } };
  writeFileSync(
    join(project, 'package.json'),
    JSON.stringify({ type: 'module', codegen: codegenKey }),
  );
  const { status, stderr } = codegen('targets list');
  expect(status).toBe(1);
  expect(stderr).toMatch(/^TypeError: boom\n {4}at /);
});

it('ends quietly when its reader leaves', async () => {
  const child = spawn(process.execPath, [program, 'schema'], { cwd: project, env: environment });
  child.stdout.destroy();
  let stderr = '';
  child.stderr.on('data', (data: Buffer) => (stderr += data.toString()));
  const status = await new Promise((end) => child.on('close', end));
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
});

it('fails with --check when anything differs, although its reader has left', async () => {
  const args = [program, 'generate', 'site.json', '--check', '--diff'];
  const child = spawn(process.execPath, args, { cwd: project, env: environment });
  child.stdout.destroy();
  child.stderr.resume();
  expect(await new Promise((end) => child.on('close', end))).toBe(1);
});

it('ends a watch when its reader leaves', async () => {
  const args = [program, 'watch', 'site.json'];
  const child = spawn(process.execPath, args, { cwd: project, env: environment });
  child.stdout.destroy();
  child.stderr.resume();
  expect(await new Promise((end) => child.on('close', end))).toBe(0);
});

describe.runIf(existsSync('/dev/full'))('an output that is full', () => {
  const full = (args: string, stdio: 'stdout' | 'stderr') => {
    const device = openSync('/dev/full', 'w');
    const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args.split(' ')], {
      cwd: project,
      encoding: 'utf8',
      env: environment,
      stdio: ['ignore', stdio === 'stdout' ? device : 'pipe', stdio === 'stderr' ? device : 'pipe'],
    });
    closeSync(device);
    return { status, stdout, stderr };
  };

  it.each(['--help', 'targets list', 'generate site.json --dry-run', 'schema'])(
    'is one line and a failure (%s)',
    (args) => {
      expect(full(args, 'stdout')).toEqual({
        status: 1,
        stdout: null,
        stderr: 'error: cannot write to standard output: ENOSPC: no space left on device\n',
      });
    },
  );

  it('leaves the exit code of what it would have told', () => {
    expect(full('generate nowhere.json', 'stderr')).toEqual({
      status: 1,
      stdout: '',
      stderr: null,
    });
    expect(full('frobnicate', 'stderr').status).toBe(1);
    expect(full('validate site.json', 'stderr').status).toBe(0);
  });
});

it('watches until it is interrupted, through a bad edit', async () => {
  writeFileSync(join(project, 'site.jsonnet'), "import 'site.json'");
  const child = spawn(process.execPath, [program, 'watch', 'site.jsonnet'], {
    cwd: project,
    env: environment,
  });
  let output = '';
  const printed = async (text: string) => {
    while (!output.includes(text)) await new Promise((tick) => setTimeout(tick, 10));
  };
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  }
  await printed('4 created');
  await printed('Watching site.jsonnet and 1 more file; Ctrl+C stops.\n');
  writeFileSync(join(project, 'site.json'), '{');
  await printed('config error: site.json:1:');
  writeSite('rows', 'tables', 'new');
  await printed('1 created');
  expect(existsSync(page('new'))).toBe(true);
  child.kill('SIGINT');
  expect(await new Promise((end) => child.on('close', end))).toBe(0);
});

describe('a target that knows of no sources', () => {
  it.each(['facts', 'init'])('has no %s', (command) => {
    expect(codegen(command)).toMatchObject({
      status: 1,
      stderr: "error: target 'markdown' has no sources to write a config from\n",
    });
  });
});

describe('schema', () => {
  it('is that of a config, where one is named', () => {
    const { status, stdout } = codegen('schema --config site.json');
    expect(status).toBe(0);
    expect(stdout).toBe(codegen('schema').stdout);
    expect(codegen('schema -c absent.json').stderr).toMatch(/^config error: absent\.json: no such/);
  });
});

describe('completion', () => {
  it('completes commands, options and choices in bash', () => {
    const script = codegen('completion bash').stdout;
    const complete = (line: string, cwd = project) => {
      const words = line.split(' ').map((word) => `'${word}'`);
      const run = `${script}\nCOMP_WORDS=(${words.join(' ')})\nCOMP_CWORD=${words.length - 1}\n_codegen\nprintf '%s\\n' "\${COMPREPLY[@]}"`;
      const { stdout, stderr } = spawnSync('bash', ['-c', run], { cwd, encoding: 'utf8' });
      expect(stderr).toBe('');
      return stdout.trim().split('\n');
    };
    expect(complete('codegen g')).toEqual(['generate']);
    expect(complete('codegen targets ')).toEqual(['list']);
    expect(complete('codegen generate --dr')).toEqual(['--dry-run']);
    expect(complete('codegen completion ')).toEqual(['bash', 'zsh', 'fish', 'powershell']);
    expect(complete('codegen generate -c si')).toEqual(['site.json']);
    expect(complete('codegen validate si')).toEqual(['site.json']);
    expect(complete('codegen facts si')).toEqual(['']);
    expect(complete('codegen init --f')).toEqual(['--from']);
    const demo = join(repository, 'apps/demo');
    expect(complete(`${program} explain articles.c`, demo)).toEqual([
      'articles.create',
      'articles.count_by_status',
    ]);
    expect(complete(`${program} eject tags.u`, demo)).toEqual(['tags.update', 'tags.upsert']);
    expect(complete(`${program} explain a`)).toEqual(['']);
    // What a target names its operations is text, and nothing to run.
    const names = ['a$(>ran).get', 'a`>ran`.get', 'a*.get'];
    const other = join(project, 'names-operations');
    writeFileSync(
      other,
      `#!/bin/sh\nprintf '%s  Get\\n' ${names.map((each) => `'${each}'`).join(' ')}\n`,
    );
    chmodSync(other, 0o755);
    expect(complete(`${other} explain a`)).toEqual(names);
    expect(existsSync(join(project, 'ran'))).toBe(false);
  });

  it.each(['zsh', 'fish', 'powershell'])('names every command and option for %s', (shell) => {
    const { status, stdout } = codegen(`completion ${shell}`);
    expect(status).toBe(0);
    const words =
      'init generate clean validate watch facts doctor explain diff openapi list schema completion';
    for (const word of words.split(' ')) {
      expect(stdout).toContain(word);
    }
    for (const option of ['config', 'out', 'target', 'dry-run', 'check', 'prune', 'force']) {
      expect(stdout).toContain(option);
    }
    expect(stdout).toContain('codegen explain 2>');
  });
});
