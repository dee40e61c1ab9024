import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { watch } from '../index.js';
import { WikiProject } from '../../test/wiki-project.js';
import { wikiPlugin } from '../../test/wiki.js';

let project: WikiProject;
let cwd: string;
beforeEach(() => {
  project = new WikiProject();
  cwd = project.cwd;
  project.writeConfig('a', 'b');
});
afterEach(() => {
  project.remove();
});

describe('watch', () => {
  /** Watches until `stop`; `next` gives the outcome of the next run. */
  function startWatch() {
    const ending = new AbortController();
    const outcomes: string[] = [];
    let wake: () => void = () => undefined;
    const add = (outcome: string) => {
      outcomes.push(outcome);
      wake();
    };
    const ended = watch({
      config: 'wiki.json',
      cwd,
      plugins: [wikiPlugin()],
      signal: ending.signal,
      restMs: 5,
      onResult: ({ plan }) => {
        add(
          plan.changes
            .filter(({ kind }) => kind !== 'unchanged')
            .map(({ path }) => path)
            .join(),
        );
      },
      onError: (error) => {
        add(error.message);
      },
    });
    return {
      next: async () => {
        while (outcomes.length === 0) await new Promise<void>((resolve) => (wake = resolve));
        return outcomes.shift()!;
      },
      stop: async () => {
        ending.abort();
        await ended;
      },
    };
  }

  it('generates again on a change, survives a bad edit and a missing config', async () => {
    const watching = startWatch();
    expect(await watching.next()).toBe('.rowhouse.json,index.md,pages/a.md,pages/b.md');
    project.writeConfig('a', 'b', 'c');
    expect(await watching.next()).toBe('.rowhouse.json,index.md,pages/c.md');
    writeFileSync(join(cwd, 'wiki.json'), '{');
    expect(await watching.next()).toContain('wiki.json');
    rmSync(join(cwd, 'wiki.json'));
    expect(await watching.next()).toContain('no such file');
    project.writeConfig('a', 'b', 'c', 'd');
    expect(await watching.next()).toBe('.rowhouse.json,index.md,pages/d.md');
    await watching.stop();
  });

  it('notices a file that an editor replaces', async () => {
    const watching = startWatch();
    await watching.next();
    const config = readFileSync(join(cwd, 'wiki.json'), 'utf8');
    writeFileSync(join(cwd, 'new.json'), config.replace('"W"', '"V"').replace('"b"', '"z"'));
    renameSync(join(cwd, 'new.json'), join(cwd, 'wiki.json'));
    expect(await watching.next()).toBe('.rowhouse.json,index.md,pages/z.md');
    await watching.stop();
  });
});
