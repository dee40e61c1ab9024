#!/usr/bin/env node
/**
 * Builds the workspace: `tsc -b` checks every package and writes its declarations, and esbuild the
 * JavaScript of those that a command loads, since one file loads many times faster than a
 * hundred; pip makes the wheel of `rowhouse-testing`. Only what changed is written. Plain JavaScript: it runs before anything is built.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';

import { build } from 'esbuild';

const root = resolve(import.meta.dirname, '../..');

/** Their `tsconfig.json` has `emitDeclarationOnly`. */
const bundled = [
  'disk',
  'errors',
  'jsonnet',
  'python',
  'sqlalchemy',
  'core',
  'fastapi',
  'client',
  'cli',
  'schema',
].map((name) => join(root, 'libs', name));

/**
 * Packages that a bundle holds a copy of: zod comes as ninety files, most of them its messages in other
 * languages, and loading those takes longer than generating a small API. Schemas of several copies work
 * together, so an operation of a third party brings its own. pg-delta comes as sixty, and no user loads it.
 */
const inlined = ['zod', '@supabase/pg-delta'];

const tsc = join(root, 'node_modules/typescript/bin/tsc');
const { status } = spawnSync(process.execPath, [tsc, '-b'], { cwd: root, stdio: 'inherit' });
if (status !== 0) process.exit(status ?? 1);
for (const name of readdirSync(join(root, 'libs'))) removeOrphans(join(root, 'libs', name));
await Promise.all(bundled.map(bundle));
makeWheel(join(root, 'libs/testing'));

/**
 * One file for each entry point of a package, and one for what several share or load on demand. All of
 * the latter lie right in `dist`, as deep as `src`: a path beside `import.meta.url` holds in both.
 */
async function bundle(directory) {
  const { dependencies, exports } = readPackage(directory);
  const { outputFiles, metafile } = await build({
    absWorkingDir: directory,
    entryPoints: [...entryPoints(exports), ...commands(directory)],
    outdir: 'dist',
    chunkNames: '[name]-[hash]',
    bundle: true,
    splitting: true,
    external: Object.keys(dependencies ?? {}).filter((name) => !inlined.includes(name)),
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    sourcemap: 'linked',
    sourcesContent: false,
    write: false,
    metafile: true,
    logLevel: 'warning',
  });
  for (const { path, contents } of outputFiles) {
    writeChanged(path, path.endsWith('.map') ? withOutsideSources(path, contents) : contents);
  }
  const licenses = licensesOf(Object.keys(metafile.inputs).map((path) => join(directory, path)));
  if (licenses) writeChanged(join(directory, 'dist/THIRD-PARTY-LICENSES'), Buffer.from(licenses));
  const made = outputFiles.map(({ path }) => path);
  removeOthers(join(directory, 'dist'), new Set([...made, ...copyTemplates(directory)]));
}

/** Templates lie beside the code that names them; a run looks for changes of a package in its `dist`. */
function copyTemplates(directory) {
  const [dist, src] = [join(directory, 'dist'), join(directory, 'src')];
  return readdirSync(src, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ejs'))
    .map((path) => {
      const copy = join(dist, path);
      mkdirSync(dirname(copy), { recursive: true });
      writeChanged(copy, readFileSync(join(src, path)));
      return copy;
    });
}

/** Our sources are published beside their map; what was copied from other packages goes into it. */
function withOutsideSources(path, contents) {
  const map = JSON.parse(Buffer.from(contents).toString());
  map.sourcesContent = map.sources.map((source) => {
    const file = resolve(path, '..', source);
    return file.includes('node_modules') ? readFileSync(file, 'utf8') : null;
  });
  return Buffer.from(JSON.stringify(map));
}

/** What the licenses of copied packages ask to go with each copy. */
function licensesOf(inputs) {
  const packages = new Set(
    inputs.flatMap((path) => /^.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+/.exec(path) ?? []),
  );
  const texts = [...packages].sort().map((directory) => {
    const { name, version } = readPackage(directory);
    const license = readFileSync(join(directory, 'LICENSE'), 'utf8');
    return `${name} ${version}\n\n${license.trim()}\n`;
  });
  return texts.join('\n');
}

function readPackage(directory) {
  return JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8'));
}

/** Makes the wheel of a Python package in its `dist`, unless it is of the sources that are there. */
function makeWheel(directory) {
  const sources = readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .filter((path) => /^[^\\/]+\.(?:toml|md)$|^rowhouse_testing\b.*\.(?:py|toml|typed)$/.test(path))
    .sort();
  const hash = createHash('sha256');
  for (const path of sources) hash.update(path).update(readFileSync(join(directory, path)));
  const wanted = hash.digest('hex');
  const dist = join(directory, 'dist');
  const stamp = join(dist, '.sources-hash');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  rmSync(dist, { recursive: true, force: true });
  const options = ['--quiet', '--disable-pip-version-check', '--no-deps', '--wheel-dir', dist];
  const isMade = ['python3', 'python'].some(
    (python) =>
      spawnSync(python, ['-m', 'pip', 'wheel', ...options, directory], { stdio: 'inherit' })
        .status === 0,
  );
  if (!isMade) {
    console.error('error: no wheel of rowhouse-testing: install Python 3.11 or newer, with pip.');
    process.exit(1);
  }
  writeFileSync(stamp, wanted);
}

/** The sources of the files that `exports` names, by their place in `dist`. */
function entryPoints(exports) {
  return Object.values(exports)
    .filter((entry) => entry['@rowhouse/source'] !== undefined)
    .map((entry) => ({
      in: entry['@rowhouse/source'],
      out: relative('dist', entry.default).replace(/\.js$/, ''),
    }));
}

/** A command that a file of `bin` loads, and `exports` does not name. */
function commands(directory) {
  const main = 'src/cli/main.ts';
  return existsSync(join(directory, main)) ? [{ in: main, out: 'cli/main' }] : [];
}

function writeChanged(path, contents) {
  try {
    if (readFileSync(path).equals(contents)) return;
  } catch {
    // It is not there yet. Its folder is.
  }
  writeFileSync(path, contents);
}

/** Removes what `tsc -b` made of sources that are gone: it never does, and all of `dist` is published. */
function removeOrphans(directory) {
  const [dist, src] = [join(directory, 'dist'), join(directory, 'src')];
  const made = bundled.includes(directory) ? /\.d\.ts(?:\.map)?$/ : /\.(?:d\.ts|js)(?:\.map)?$/;
  if (!existsSync(dist)) return;
  for (const entry of readdirSync(dist, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (!made.test(path)) continue;
    if (!existsSync(join(src, relative(dist, path).replace(made, '.ts')))) rmSync(path);
  }
}

/** Removes the scripts and templates of earlier builds, which nothing loads any more. */
function removeOthers(dist, kept) {
  for (const entry of readdirSync(dist, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (/\.(?:js(?:\.map)?|ejs)$/.test(path) && !kept.has(path)) rmSync(path);
  }
}
