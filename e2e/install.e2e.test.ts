import { execFile, type ExecFileOptions } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { ownPackages, repository } from '../tools/packages/own-packages.js';
import { npm } from './support/pack.js';
import { startRegistry, type Registry } from './support/registry.js';

/** What a stranger does: takes packages from a registry, with a package manager and a Node.js of their own. */
async function run(program: string, args: readonly string[], options: ExecFileOptions) {
  try {
    return await promisify(execFile)(program, args, {
      ...options,
      encoding: 'utf8',
      maxBuffer: 1e7,
    });
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string };
    throw new Error(`${program} ${args.join(' ')} failed:\n${stdout}${stderr}`, { cause: error });
  }
}

let directory: string;
let registry: Registry;
let env: NodeJS.ProcessEnv;
/** What every installation must generate. */
let expected: Readonly<Record<string, string>>;

const config = `{
  version: '1',
  module: 'blog',
  models: false,
  resources: [
    { model: 'models.Post', operations: [{ name: 'get', fields: [{ name: 'title', type: 'str' }] }] },
  ],
}
`;

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'install-'));
  registry = await startRegistry();
  env = {
    PATH: process.env['PATH'],
    HOME: directory,
    NO_COLOR: '1',
    ...registry.env,
    npm_config_cache: join(directory, 'cache'),
    npm_config_update_notifier: 'false',
    npm_config_fund: 'false',
    npm_config_audit: 'false',
    YARN_NPM_REGISTRY_SERVER: registry.url,
    YARN_UNSAFE_HTTP_WHITELIST: '127.0.0.1',
    YARN_ENABLE_IMMUTABLE_INSTALLS: 'false',
    YARN_ENABLE_TELEMETRY: 'false',
    // Yarn waits for days before it takes what was published just now.
    YARN_NPM_MINIMAL_AGE_GATE: '0',
  };
  await registry.publish(ownPackages());
});

afterAll(async () => {
  await registry.close();
  rmSync(directory, { recursive: true, force: true });
});

/** An empty folder, with a config. */
function place(name: string, manifest?: object): string {
  const folder = join(directory, name);
  mkdirSync(folder);
  writeFileSync(join(folder, 'api.jsonnet'), config);
  if (manifest) writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
  return folder;
}

function filesIn(folder: string): Readonly<Record<string, string>> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  return Object.fromEntries(
    files.map(({ parentPath, name }) => {
      const path = join(parentPath, name);
      return [relative(folder, path), readFileSync(path, 'utf8')];
    }),
  );
}

describe('npm', () => {
  test('registry has every package, with its commands', async () => {
    for (const { manifest } of ownPackages()) {
      const answer = await fetch(`${registry.url}/${manifest.name}/latest`);
      const published = (await answer.json()) as { bin?: object; version: string };
      expect(published.version).toBe(manifest.version);
      expect(published.bin).toEqual(manifest.bin);
    }
  });

  test('npx rowhouse generates without a project', async () => {
    const cwd = place('npx');
    const args = ['--yes', 'rowhouse', 'generate', '-c', 'api.jsonnet'];
    const { stdout } = await run('npx', args, { cwd, env });
    expect(stdout).toMatch(/^_generated: \d+ resources?, \d+ files: \d+ created/);
    expected = filesIn(join(cwd, '_generated'));
    expect(Object.keys(expected)).toContain('blog/routes/post.py');
    expect(readdirSync(cwd).sort()).toEqual(['_generated', 'api.jsonnet']);
    const help = await run('npx', ['--yes', 'rowhouse', 'generate', '--help'], { cwd, env });
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
    const cwd = place(`wrong-${packages[0]!}`, { private: true });
    const install = run(npm, ['install', '--package-lock-only', ...packages], { cwd, env });
    await expect(install).rejects.toThrow(message);
  });
});

const own = ['@rowhouse/cli', '@rowhouse/fastapi'];

/** A package manager: how it adds packages and runs their commands; what installs it, if npm must. */
interface Manager {
  readonly name: string;
  readonly add: readonly string[];
  readonly exec: readonly string[];
  readonly from?: { readonly package: string; readonly program: string };
  readonly settings?: string;
}

const yarn = {
  add: ['add', '-D'],
  exec: ['exec'],
  from: { package: '@yarnpkg/cli-dist@4', program: '@yarnpkg/cli-dist/bin/yarn.js' },
};
const managers: readonly Manager[] = [
  { name: 'npm', add: ['install', '-D'], exec: ['exec', '--'] },
  {
    name: 'pnpm',
    add: ['add', '-D'],
    exec: ['exec'],
    from: { package: 'pnpm@10', program: 'pnpm/bin/pnpm.cjs' },
  },
  { name: 'yarn', ...yarn, settings: 'nodeLinker: node-modules\n' },
  { name: "yarn with Plug'n'Play", ...yarn, settings: 'nodeLinker: pnp\n' },
];

test.each(managers)('$name installs the command and a target, which generate', async (manager) => {
  const { name, add, exec, from, settings } = manager;
  const cwd = place(`with ${name}`, { name: 'api', private: true });
  if (settings) writeFileSync(join(cwd, '.yarnrc.yml'), settings);
  const call = async (...args: readonly string[]) => {
    const program = from && join(await installed(from.package), 'node_modules', from.program);
    return program
      ? run(process.execPath, [program, ...args], { cwd, env })
      : run(npm, args, { cwd, env });
  };
  await call(...add, ...own);
  await call(...exec, 'codegen', 'generate', 'api.jsonnet');
  expect(filesIn(join(cwd, '_generated'))).toEqual(expected);
});

/** A folder with a tool in its `node_modules`, which later tests and runs take over. */
async function installed(tool: string): Promise<string> {
  const folder = join(repository, 'node_modules/.cache/rowhouse-tools', tool.replaceAll('/', '-'));
  if (existsSync(folder)) return folder;
  const making = `${folder}.${process.pid}`;
  mkdirSync(making, { recursive: true });
  await run(npm, ['install', '--prefix', making, '--no-audit', '--no-fund', tool], { cwd: making });
  renameSync(making, folder);
  return folder;
}

describe.each(['20', '22', '24'])('Node.js %s', (version) => {
  test('runs the command', async () => {
    const program = await nodeProgram(version);
    expect((await run(program, ['--version'], { env })).stdout).toMatch(
      new RegExp(`^v${version}\\.`),
    );
    const cwd = join(directory, 'with npm');
    rmSync(join(cwd, '_generated'), { recursive: true });
    const command = join(cwd, 'node_modules/@rowhouse/cli/bin/codegen.cjs');
    const { stderr } = await run(program, [command, 'generate', 'api.jsonnet'], { cwd, env });
    expect(stderr).toBe('');
    expect(filesIn(join(cwd, '_generated'))).toEqual(expected);
  });
});

/** This one, or another as npm has it. */
async function nodeProgram(version: string): Promise<string> {
  if (process.versions.node.startsWith(`${version}.`)) return process.execPath;
  const name = `node-${process.platform}-${process.arch}`;
  return join(await installed(`${name}@${version}`), 'node_modules', name, 'bin/node');
}

test('nx release gives every package the next version, and those that depend on it', async () => {
  const nx = join(repository, 'node_modules/nx/dist/bin/nx.js');
  // It writes the names of the files to one stream, and what changes in them to the other.
  const command = `"${process.execPath}" "${nx}" release 9.0.0 --skip-publish --dry-run 2>&1`;
  const { stdout } = await run('sh', ['-c', command], {
    cwd: repository,
    env: {
      ...env,
      NX_DAEMON: 'false',
      NX_TUI: 'false',
      NX_CACHE_DIRECTORY: join(directory, 'nx-cache'),
      NX_WORKSPACE_DATA_DIRECTORY: join(directory, 'nx-data'),
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
