import { mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

import { afterEach, beforeEach, expect, it } from 'vitest';

import { config, edits, models, Shop } from './skipping-shop.js';

/** A run that is skipped must be one that nobody can tell from one that is not. */

let base: string;
beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), 'skip-')));
});
afterEach(() => {
  rmSync(base, { recursive: true });
});

it('is one that would have found nothing to do', async () => {
  const shop = new Shop(join(base, 'shop'));
  shop.write('more/none.py', '');
  shop.edit(config, (text) =>
    text.replace('resources', `models: ['shop/*.py', 'more/*.py'], resources`),
  );
  await delay(2100);
  const isDoneAnew = () => {
    const before = shop.records();
    const { status, stderr } = shop.codegen('generate', config);
    if (status !== 0) throw new Error(stderr);
    return shop.records() !== before;
  };
  const rest = async () => {
    // The first shows up in a folder that wildcards look through.
    isDoneAnew();
    isDoneAnew();
    await delay(2100);
    isDoneAnew();
    expect(isDoneAnew()).toBe(false);
  };
  const inputs = Object.keys(edits).slice(0, 9);
  for (const name of inputs) {
    await rest();
    edits[name]!(shop, 1);
    // Of code that changed right now there is no record.
    await delay(2100);
    expect([name, isDoneAnew()]).toEqual([name, true]);
  }
  await rest();
  shop.write('more/models.py', models[1]);
  expect(isDoneAnew()).toBe(true);
});

it('loads nothing of what a skipped run takes for unchanged', () => {
  const shop = new Shop(join(base, 'loads'));
  const coverage = join(base, 'coverage');
  const { status } = shop.codegenWith({ NODE_V8_COVERAGE: coverage }, 'generate', config);
  expect(status).toBe(0);
  const loaded = readdirSync(coverage).flatMap((name) => {
    const { result } = JSON.parse(readFileSync(join(coverage, name), 'utf8')) as {
      result: readonly { readonly url: string }[];
    };
    return result.map(({ url }) => url);
  });
  expect(loaded.filter((url) => url.includes('/libs/core/'))).not.toEqual([]);
  // The package that only `generateTree` needs, and the sources of ours.
  expect(loaded.filter((url) => /\/memfs\/|\/libs\/\w+\/src\//.test(url))).toEqual([]);
});
