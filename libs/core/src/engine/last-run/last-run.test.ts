import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { generate, validate, type GenerateOptions } from '../../index.js';

const target = resolve(import.meta.dirname, '../../../../../e2e/packages/codegen-markdown');

let project: string;
beforeEach(() => {
  project = realpathSync(mkdtempSync(join(tmpdir(), 'last-run-')));
  write('package.json', JSON.stringify({ devDependencies: { 'codegen-markdown': '*' } }));
  mkdirSync(path('node_modules'));
  symlinkSync(target, path('node_modules/codegen-markdown'), 'junction');
  // Code that was edited a moment ago is not trusted to be what a process has loaded: here it is.
  vi.spyOn(performance, 'timeOrigin', 'get').mockReturnValue(Date.now() + 10_000);
  write('title.libsonnet', `'Title'`);
  writeConfig('rows', 'tables');
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  rmSync(project, { recursive: true });
});

const path = (name: string) => join(project, name);
const write = (name: string, text: string) => {
  writeFileSync(path(name), text);
};
const writeConfig = (...pages: readonly string[]) => {
  const entries = pages.map(
    (name) => `{ name: '${name}', operations: [{ name: 'text', text: 'On ${name}' }] },`,
  );
  const title = `std.trace('asked', import 'title.libsonnet')`;
  write('site.jsonnet', `{ version: '1', title: ${title}, pages: [${entries.join('')}] }`);
};

/** Generates; tells whether that took any work, beside the result. */
async function run(options: Partial<GenerateOptions> = {}) {
  const steps: string[] = [];
  const traces: string[] = [];
  const result = await generate({
    config: 'site.jsonnet',
    cwd: project,
    onStep: (step) => steps.push(step),
    onTrace: (message) => traces.push(message),
    ...options,
  });
  const { hash, ...rest } = result;
  return { isSkipped: steps.length === 0, traces, result: { ...rest, hash } };
}

const changes = ({ result }: Awaited<ReturnType<typeof run>>) =>
  result.plan.changes.flatMap(({ kind, path: file }) =>
    kind === 'unchanged' ? [] : `${kind} ${file}`,
  );

const cache = () => path('node_modules/.cache/rowhouse');

describe('a run that would find everything as it was', () => {
  it('is skipped, and tells what it would have told', async () => {
    await run();
    const skipped = await run();
    const anew = await run({ skip: false });
    expect([skipped.isSkipped, anew.isSkipped]).toEqual([true, false]);
    expect(skipped).toEqual({ ...anew, isSkipped: true });
    expect(skipped.traces).toHaveLength(1);
  });

  it('is skipped as a dry run, and after one that found nothing', async () => {
    await run();
    rmSync(cache(), { recursive: true });
    expect(await run({ dryRun: true })).toMatchObject({ isSkipped: false });
    expect(await run({ dryRun: true })).toMatchObject({
      isSkipped: true,
      result: { written: false },
    });
    expect(await run()).toMatchObject({ isSkipped: true, result: { written: true } });
  });

  it('is not skipped after a dry run that found something to do', async () => {
    await run({ dryRun: true });
    expect(changes(await run())).toContain('create rows.md');
  });

  it('is a validation, too', async () => {
    const steps: string[] = [];
    const options = { config: 'site.jsonnet', cwd: project };
    const first = await validate(options);
    const second = await validate({ ...options, onStep: (step) => steps.push(step) });
    expect(steps).toEqual([]);
    expect(second).toEqual({ ...first });
    expect(changes(await run())).toContain('create rows.md');
    write('site.jsonnet', '{');
    await expect(validate(options)).rejects.toThrow('site.jsonnet');
  });

  it('leaves no trace of a run that was not to be skipped', async () => {
    await run({ skip: false });
    expect(readdirSync(project)).toContain('pages');
    expect(readdirSync(path('node_modules'))).not.toContain('.cache');
  });

  it('is known again from times alone, once the files have rested', async () => {
    await run();
    await delay(2100);
    await run();
    // Nothing was learnt by reading.
    const [record] = readdirSync(cache());
    const before = statSync(join(cache(), record!)).mtimeMs;
    expect(await run()).toMatchObject({ isSkipped: true });
    expect(statSync(join(cache(), record!)).mtimeMs).toBe(before);
  });
});

describe('an input that changes', () => {
  it.each([
    ['the config', () => writeConfig('rows', 'columns')],
    ['an import', () => write('title.libsonnet', `'Other'`)],
    ['an import that is gone', () => rmSync(path('title.libsonnet'))],
    ['another package of operations', () => addPackage()],
    ['the packages of the project', () => write('package.json', '{}')],
    ['the workspace', () => write('nx.json', '{}')],
  ])('is found: %s', async (_, change) => {
    await run();
    change();
    const outcome = await run({ dryRun: true }).catch(() => ({ isSkipped: false }));
    expect(outcome.isSkipped).toBe(false);
  });

  function addPackage(): void {
    write(
      'package.json',
      JSON.stringify({ devDependencies: { 'codegen-markdown': '*', other: '*' } }),
    );
    mkdirSync(path('node_modules/other'));
    write('node_modules/other/package.json', JSON.stringify({ codegen: { operations: 'x' } }));
  }

  it('is found with the time and the size that it had', async () => {
    await run();
    const { atime, mtime } = statSync(path('title.libsonnet'));
    write('title.libsonnet', `'Other'`);
    utimesSync(path('title.libsonnet'), atime, mtime);
    expect(changes(await run())).toContain('update contents.md');
  });

  it('is found when it is put back after a run in between', async () => {
    await run();
    writeConfig('rows', 'columns');
    await run({ prune: true });
    writeConfig('rows', 'tables');
    expect(changes(await run())).toContain('create tables.md');
  });

  it('may be any file of the project, where that has operations of its own', async () => {
    write(
      'package.json',
      JSON.stringify({
        devDependencies: { 'codegen-markdown': '*' },
        codegen: { operations: './operations.mjs#operations' },
      }),
    );
    write('operations.mjs', 'export const operations = [];');
    await run();
    expect(await run()).toMatchObject({ isSkipped: false });
  });

  it('is another option', async () => {
    await run();
    expect(changes(await run({ out: 'other' }))).toContain('create rows.md');
    await expect(run({ maxMemory: 1 })).rejects.toThrow();
  });
});

describe('an output that changes', () => {
  const index = () => path('pages/rows.md');

  it.each([
    ['edited', () => writeFileSync(index(), 'mine'), 'update rows.md'],
    ['removed', () => rmSync(index()), 'create rows.md'],
    ['emptied', () => writeFileSync(index(), ''), 'update rows.md'],
    ['without its list', () => rmSync(path('pages/.rowhouse.json')), 'create .rowhouse.json'],
    ['all gone', () => rmSync(path('pages'), { recursive: true }), 'create rows.md'],
  ])('is found: %s', async (_, change, found) => {
    for (const rest of [0, 2100]) {
      await run();
      await delay(rest);
      // Twice, so that the second has stamps to go by.
      await run();
      change();
      expect(changes(await run({ dryRun: true }))).toContain(found);
      expect(changes(await run())).toContain(found);
    }
  });

  it('is found with the time and the size that it had', async () => {
    await run();
    utimesSync(index(), 1, 1);
    await delay(2100);
    await run();
    writeFileSync(index(), readFileSync(index(), 'utf8').toUpperCase());
    utimesSync(index(), 1, 1);
    expect(changes(await run())).toEqual(['update rows.md']);
  });

  it('is refused with keepEdits', async () => {
    await run();
    writeFileSync(index(), 'mine');
    await expect(run({ keepEdits: true })).rejects.toThrow('it was edited by hand');
  });

  it('is no change when it has its content again', async () => {
    await run();
    await delay(2100);
    await run();
    const text = readFileSync(index(), 'utf8');
    rmSync(index());
    writeFileSync(index(), text);
    expect(await run()).toMatchObject({ isSkipped: true });
  });

  it('is found behind a link that took its place', async () => {
    await run();
    renameSync(path('pages/rows.md'), path('elsewhere.md'));
    symlinkSync(path('elsewhere.md'), path('pages/rows.md'));
    await expect(run()).rejects.toThrow('it is a symbolic link');
  });

  it('is one more file, where all others are to go', async () => {
    await run({ clean: true });
    write('pages/mine.md', 'mine');
    expect(await run()).toMatchObject({ isSkipped: true });
    expect(changes(await run({ clean: true }))).toEqual(['delete mine.md']);
  });

  it('is a file of before that is to go, or went', async () => {
    await run();
    writeConfig('rows');
    await run();
    const again = await run();
    expect(again).toMatchObject({ isSkipped: true, result: { plan: { orphans: ['tables.md'] } } });
    write('pages/tables.md', 'mine');
    expect(await run()).toMatchObject({ isSkipped: true });
    expect(changes(await run({ prune: true }))).toContain('delete tables.md');
    expect((await run()).result.plan.orphans).toEqual([]);
  });

  it('is what a killed run left', async () => {
    await run();
    mkdirSync(path('pages/.rowhouse-stage'));
    write('pages/.rowhouse-stage/0', 'half a fi');
    expect(await run()).toMatchObject({ isSkipped: true });
    expect(readdirSync(path('pages'))).not.toContain('.rowhouse-stage');
  });
});

describe('a record', () => {
  const record = () => join(cache(), readdirSync(cache())[0]!);

  it.each([
    ['damaged', (text: string) => text.replace('codegen-markdown', 'codegen_markdown')],
    ['half', (text: string) => text.slice(0, text.length / 2)],
    ['empty', () => ''],
    ['of somebody else', () => '{"form":99}'],
  ])('counts for nothing when it is %s', async (_, change) => {
    await run();
    const text = readFileSync(record(), 'utf8');
    writeFileSync(record(), change(text));
    expect(await run()).toMatchObject({ isSkipped: false });
    expect(await run()).toMatchObject({ isSkipped: true });
  });

  it('is not needed', async () => {
    mkdirSync(path('node_modules/.cache'));
    write('node_modules/.cache/rowhouse', 'a file');
    await run();
    expect(await run()).toMatchObject({ isSkipped: false, result: { plan: { orphans: [] } } });
  });

  it('lies in the cache of the user where the project has none', async () => {
    const home = realpathSync(mkdtempSync(join(tmpdir(), 'last-run-cache-')));
    vi.stubEnv('XDG_CACHE_HOME', home);
    renameSync(path('node_modules'), join(home, 'node_modules'));
    // Found as the packages beside a command that was started.
    const command = join(home, 'node_modules/.bin/codegen');
    rmSync(path('package.json'));
    try {
      await run({ command });
      expect(readdirSync(home)).toContain('rowhouse');
      expect(await run({ command })).toMatchObject({ isSkipped: true });
      expect(readdirSync(project).sort()).toEqual(['pages', 'site.jsonnet', 'title.libsonnet']);
    } finally {
      rmSync(home, { recursive: true });
    }
  });

  it('goes when nobody asked for it in a month', async () => {
    await run({ out: 'other' });
    const old = record();
    const month = new Date(Date.now() - 32 * 24 * 60 * 60 * 1000);
    utimesSync(old, month, month);
    await run();
    expect(readdirSync(cache())).toHaveLength(1);
    expect(readdirSync(cache())).not.toContain(old);
  });
});
