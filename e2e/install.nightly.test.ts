import { rmSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import {
  filesIn,
  generateBy,
  installed,
  meetStranger,
  npmManager,
  run,
  type Manager,
  type Stranger,
} from './support/stranger.js';

/** What strangers have who do as others do: Yarn, and each Node.js that is supported. */
let stranger: Stranger;
/** A folder with what npm installed and what that generated. */
let folder: string;
let expected: Readonly<Record<string, string>>;

beforeAll(async () => {
  stranger = await meetStranger();
  folder = await generateBy(npmManager, stranger);
  expected = filesIn(join(folder, '_generated'));
});

afterAll(() => stranger.dispose());

const yarn = {
  add: ['add', '-D'],
  exec: ['exec'],
  from: { package: '@yarnpkg/cli-dist@4', program: '@yarnpkg/cli-dist/bin/yarn.js' },
};
const managers: readonly Manager[] = [
  { name: 'yarn', ...yarn, settings: 'nodeLinker: node-modules\n' },
  { name: "yarn with Plug'n'Play", ...yarn, settings: 'nodeLinker: pnp\n' },
];

test.each(managers)('$name installs the command and a target, which generate', async (manager) => {
  const cwd = await generateBy(manager, stranger);
  expect(filesIn(join(cwd, '_generated'))).toEqual(expected);
});

test.each(['20', '22', '24'])('Node.js %s runs the command', async (version) => {
  const { env } = stranger;
  const program = await nodeProgram(version);
  expect((await run(program, ['--version'], { env })).stdout).toMatch(
    new RegExp(`^v${version}\\.`),
  );
  rmSync(join(folder, '_generated'), { recursive: true });
  const command = join(folder, 'node_modules/@rowhouse/cli/bin/codegen.cjs');
  const { stderr } = await run(program, [command, 'generate', 'api.jsonnet'], { cwd: folder, env });
  expect(stderr).toBe('');
  expect(filesIn(join(folder, '_generated'))).toEqual(expected);
});

/** This one, or another as npm has it. */
async function nodeProgram(version: string): Promise<string> {
  if (process.versions.node.startsWith(`${version}.`)) return process.execPath;
  const name = `node-${process.platform}-${process.arch}`;
  return join(await installed(`${name}@${version}`), 'node_modules', name, 'bin/node');
}
