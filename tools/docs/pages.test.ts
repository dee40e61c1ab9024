import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { describe, expect, it } from 'vitest';

import manifest from '../../package.json' with { type: 'json' };
import { withDependencies } from '../packages/own-packages.js';
import { codeBlocks } from './code-blocks.js';

const root = resolve(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');

/** The codes of the disk, which are written in capitals. */
const diskCodes = [
  'collision',
  'edited',
  'foreign',
  'journal',
  'locked',
  'manifest',
  'obstacle',
  'protected',
  'unsafe-path',
];

/** The codes that the sources of some packages give to issues. */
function codesOf(...packages: readonly string[]): readonly string[] {
  return packages
    .flatMap((name) =>
      readdirSync(join(root, 'libs', name, 'src'), { recursive: true, encoding: 'utf8' })
        .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
        .map((path) => read(join('libs', name, 'src', path))),
    )
    .flatMap((text) =>
      [...text.matchAll(/\bcode(?::| =) '([a-z0-9-]+)'/g)].map((match) => match[1]!),
    );
}

it('docs/schema/errors.md lists every code of libs/schema, and no other', () => {
  // Each has an anchor of its own: `--json` links to it.
  const page = read('docs/schema/errors.md');
  const rows = [...page.matchAll(/^\| <a id="([a-z0-9-]+)"><\/a>`\1`\s.*$/gm)];
  expect(rows.map(([, code]) => code).sort()).toEqual([...new Set(codesOf('schema'))].sort());
});

describe('docs/glossary.md', () => {
  const rows = [...read('docs/glossary.md').matchAll(/^\| (.*?)\s*\| .*? \| (.*?)\s*\|$/gm)];
  const terms = rows.slice(1).map(([, term]) => term!);
  const avoided = rows.slice(1).flatMap(([, , word]) => (word === '' ? [] : word!));
  // What nobody says any more, beside the glossary's own.
  const archaic = ['whom', 'the like', 'meanwhile', 'thereof', 'upon', 'mends?'];
  const pages = ['README.md', 'CHANGELOG.md', 'CONTRIBUTING.md', 'stdlib/README.md'].concat(
    ...['docs', 'docs/schema'].map((folder) =>
      readdirSync(join(root, folder))
        .filter((name) => name.endsWith('.md') && name !== 'glossary.md')
        .map((name) => `${folder}/${name}`),
    ),
    readdirSync(join(root, 'libs')).map((name) => `libs/${name}/README.md`),
  );

  it('lists its terms in order', () => {
    expect(terms.length).toBeGreaterThan(20);
    expect(terms).toEqual([...terms].sort());
  });

  it.each(pages)('is kept to by %s', (page) => {
    const words = new RegExp(`\\b(?:${[...avoided, ...archaic].join('|')})\\b.*`, 'gi');
    expect(read(page).match(words) ?? []).toEqual([]);
  });
});

describe('docs/errors.md', () => {
  const page = read('docs/errors.md');
  const example =
    /\[`(?<message>[^`]+)`\]\(\.\.\/e2e\/cases\/(?<name>(?:errors|models)\/[\w-]+)\)/g;
  const examplesOf = (text: string) =>
    [...text.matchAll(example)].map(({ groups }) => groups as { message: string; name: string });
  // Each has an anchor of its own: errors link to it.
  const rows = [...page.matchAll(/^\| <a id="([a-z0-9-]+)"><\/a>`\1`\s.*$/gm)].map(
    ([row, code]) => ({
      code: code!,
      examples: examplesOf(row),
    }),
  );

  it('has an example of every mistake that has a folder', () => {
    const cases = ['errors', 'models'].flatMap((topic) =>
      readdirSync(join(root, 'e2e/cases', topic)).map((name) => `${topic}/${name}`),
    );
    const examples = examplesOf(page).map(({ name }) => name);
    expect([...new Set(examples)].sort()).toEqual(cases.sort());
  });

  it('lists every code, and no other', () => {
    // The first is what zod calls an issue of our own.
    const codes = codesOf('core', 'fastapi', 'cli', 'nx').filter((code) => code !== 'custom');
    const expected = new Set([...codes, ...diskCodes]);
    expect(rows.map(({ code }) => code).sort()).toEqual([...expected].sort());
  });

  it.each(rows.flatMap(({ code, examples }) => examples.map((each) => ({ code, ...each }))))(
    'quotes what $name shows of $code',
    ({ code, message, name }) => {
      const shown = read(`e2e/cases/${name}/stderr.txt`);
      expect(shown).toContain(message);
      // A problem that has no place in a file is printed without its code.
      if (/^(?:config|generation) error: \S+:\d+:\d+: /.test(shown)) {
        expect(shown).toContain(`[${code}]\n`);
      }
    },
  );
});

const pagesOfFiles = ['tutorial', 'writing-an-operation', 'writing-a-target'];

describe.each(pagesOfFiles.map((name) => `docs/${name}.md`))('%s', (page) => {
  const blocks = codeBlocks(page, read(page)).flatMap(({ shows, code }) =>
    shows === undefined ? [] : [{ file: shows, code }],
  );

  it('shows files', () => {
    expect(blocks.length).toBeGreaterThan(2);
  });

  it.each(blocks)('shows $file as it is', ({ file, code }) => {
    // The formatter lays JSON out differently in a page.
    if (file.endsWith('.json')) expect(JSON.parse(code)).toEqual(JSON.parse(read(file)));
    else expect(code).toBe(read(file));
  });
});

describe('CONTRIBUTING.md', () => {
  const page = read('CONTRIBUTING.md');
  const words = [...page.matchAll(/`([^`\n]+)`/g)].flatMap(([, code]) => code!.split(' '));
  const paths = words.filter((word) =>
    /^(?:libs|apps|examples|e2e|stdlib|tools|docs)\//.test(word),
  );

  it.each([...new Set(paths)])('names %s, which is there', (path) => {
    expect(existsSync(join(root, path))).toBe(true);
  });

  it('has every package on its map', () => {
    const rows = [...page.matchAll(/^\| `(libs\/[\w-]+)` /gm)].map(([, folder]) => folder);
    const folders = readdirSync(join(root, 'libs')).filter((name) =>
      existsSync(join(root, 'libs', name, 'package.json')),
    );
    expect(rows.sort()).toEqual(folders.map((name) => `libs/${name}`).sort());
  });

  it('names scripts that are there', () => {
    const scripts = [...page.matchAll(/npm run ([\w:]+)/g)].map(([, script]) => script!);
    expect(Object.keys(manifest.scripts)).toEqual(expect.arrayContaining(scripts));
  });
});

describe.each([
  'client',
  'core',
  'disk',
  'errors',
  'fastapi',
  'jsonnet',
  'python',
  'schema',
  'sqlalchemy',
])('libs/%s/README.md', (name) => {
  const page = read(`libs/${name}/README.md`);
  const tables = page.split('\n\n').filter((block) => block.startsWith('| Export '));
  const cells = [...tables.join('\n').matchAll(/^\|(.*?)\|/gm)].map(([, cell]) => cell!);
  // Those of another entry point say which.
  const exported = cells
    .filter((cell) => !cell.includes(' of `…/'))
    .flatMap((cell) => [...cell.matchAll(/`(?:new )?(\w+)/g)].map(([, each]) => each!));

  it('lists what the package exports', () => {
    const own = read(`libs/${name}/src/index.ts`);
    const others = [...own.matchAll(/^export (?:type )?\* from '.\/(.*)\.js'/gm)];
    const door = [own, ...others.map(([, file]) => read(`libs/${name}/src/${file}.ts`))].join();
    expect(exported).not.toEqual([]);
    expect(exported.filter((each) => !new RegExp(`\\b${each}\\b`).test(door))).toEqual([]);
  });
});

it('README.md installs each package that the command and its target need', () => {
  const [, listed] = /rowhouse-\{(.*?)\}-\*\.tgz/.exec(read('README.md'))!;
  const needed = withDependencies('@rowhouse/cli', '@rowhouse/fastapi');
  const names = needed.map(({ manifest }) => manifest.name.replace('@rowhouse/', ''));
  expect(listed!.split(',')).toEqual(names.sort());
});

it('docs/decisions/README.md lists every decision', () => {
  const listed = [...read('docs/decisions/README.md').matchAll(/\]\(([\w-]+\.md)\)/g)];
  const pages = readdirSync(join(root, 'docs/decisions')).filter((name) => name !== 'README.md');
  expect(listed.map(([, page]) => page).sort()).toEqual(pages.sort());
});
