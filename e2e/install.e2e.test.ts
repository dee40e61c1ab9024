import { readdirSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { ownPackages, repository } from '../tools/packages/own-packages.js';
import { npm } from './support/pack.js';
import {
  filesIn,
  generateBy,
  meetStranger,
  npmManager,
  run,
  type Manager,
  type Stranger,
} from './support/stranger.js';

/** What a stranger does: takes packages from a registry, with a package manager of their own. */
let stranger: Stranger;
/** What every installation must generate. */
let expected: Readonly<Record<string, string>>;

beforeAll(async () => {
  stranger = await meetStranger();
});

afterAll(() => stranger.dispose());

describe('npm', () => {
  test('registry has every package, with its commands', async () => {
    for (const { manifest } of ownPackages()) {
      const answer = await fetch(`${stranger.registry.url}/${manifest.name}/latest`);
      const published = (await answer.json()) as { bin?: object; version: string };
      expect(published.version).toBe(manifest.version);
      expect(published.bin).toEqual(manifest.bin);
    }
  });

  test('npx rowhouse generates without a project', async () => {
    const cwd = stranger.place('npx');
    const args = ['--yes', 'rowhouse', 'generate', '-c', 'api.jsonnet'];
    const { stdout } = await run('npx', args, { cwd, env: stranger.env });
    expect(stdout).toMatch(/^_generated: \d+ resources?, \d+ files: \d+ created/);
    expected = filesIn(join(cwd, '_generated'));
    expect(Object.keys(expected)).toContain('blog/routes/post.py');
    expect(readdirSync(cwd).sort()).toEqual(['_generated', 'api.jsonnet']);
    const help = await run('npx', ['--yes', 'rowhouse', 'generate', '--help'], {
      cwd,
      env: stranger.env,
    });
    expect(help.stdout).toContain('$ rowhouse generate codegen.config.jsonnet');
  });

  test.each([
    [
      'an Nx that is too old',
      ['nx@21.0.0', '@rowhouse/nx'],
      /nx@21[^]*">=22\.7\.0 <25" from @rowhouse\/nx/,
    ],
    ['a zod of another kind', ['zod@3.25.0', '@rowhouse/fastapi'], /zod@3[^]*zod@"\^4/],
  ])('says that %s does not fit', async (_, packages, message) => {
    const cwd = stranger.place(`wrong-${packages[0]!}`, { private: true });
    const install = run(npm, ['install', '--package-lock-only', ...packages], {
      cwd,
      env: stranger.env,
    });
    await expect(install).rejects.toThrow(message);
  });
});

const managers: readonly Manager[] = [
  npmManager,
  {
    name: 'pnpm',
    add: ['add', '-D'],
    exec: ['exec'],
    from: { package: 'pnpm@10', program: 'pnpm/bin/pnpm.cjs' },
  },
];

test.each(managers)('$name installs the command and a target, which generate', async (manager) => {
  const cwd = await generateBy(manager, stranger);
  expect(filesIn(join(cwd, '_generated'))).toEqual(expected);
});

test('nx release gives every package the next version, and those that depend on it', async () => {
  const nx = join(repository, 'node_modules/nx/dist/bin/nx.js');
  // It writes the names of the files to one stream, and what changes in them to the other.
  const command = `"${process.execPath}" "${nx}" release 9.0.0 --skip-publish --dry-run 2>&1`;
  const { stdout } = await run('sh', ['-c', command], {
    cwd: repository,
    env: {
      ...stranger.env,
      NX_DAEMON: 'false',
      NX_TUI: 'false',
      NX_CACHE_DIRECTORY: join(stranger.directory, 'nx-cache'),
      NX_WORKSPACE_DATA_DIRECTORY: join(stranger.directory, 'nx-data'),
    },
  });
  for (const { folder, manifest } of ownPackages()) {
    const [, diff] = stdout.split(`UPDATE ${folder}/package.json [dry-run]`);
    const [ours] = diff!.split('\nUPDATE ');
    expect(ours).toContain('+   "version": "9.0.0"');
    const names = ownPackages().map((each) => each.manifest.name);
    for (const name of Object.keys(manifest.dependencies ?? {}).filter((each) =>
      names.includes(each),
    )) {
      expect(ours).toContain(`+     "${name}": "9.0.0"`);
    }
  }
});
