import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';

import manifest from '../../package.json' with { type: 'json' };

/** What no test here can run: the files that GitHub reads. */
const root = resolve(import.meta.dirname, '../..');
const github = join(root, '.github');

interface Step {
  readonly uses?: string;
  readonly run?: string;
}

interface Job {
  readonly uses?: string;
  readonly steps?: readonly Step[];
  readonly 'timeout-minutes'?: number;
}

interface Workflow {
  readonly permissions?: Readonly<Record<string, string>>;
  readonly jobs: Readonly<Record<string, Job>>;
}

function read<T>(path: string): T {
  return parse(readFileSync(join(github, path), 'utf8')) as T;
}

/** What is wrong with a command of a step, or undefined. */
function commandProblem(command: string): string | undefined {
  const [program, first = '', second = ''] = command.split(/\s+/);
  switch (program) {
    case 'npm': {
      if (first === 'install') return undefined;
      const script = first === 'run' ? second : first;
      return script in manifest.scripts ? undefined : `package.json has no script '${script}'`;
    }
    case 'npx': {
      const isInstalled = existsSync(join(root, 'node_modules/.bin', first));
      return isInstalled ? undefined : `no package of this repository has a command '${first}'`;
    }
    case 'node':
    case 'bash':
    case 'rm':
      return existsSync(join(root, first)) ? undefined : `there is no ${first}`;
    default:
      return 'a workflow runs the commands that developers run, through npm, npx, node or bash';
  }
}

const workflows = readdirSync(join(github, 'workflows'));

describe.each(workflows)('workflow %s', (name) => {
  const { permissions, jobs } = read<Workflow>(`workflows/${name}`);
  const steps = Object.values(jobs).flatMap((job) => job.steps ?? []);
  const commands = steps.flatMap(({ run = '' }) => run.split('\n').filter(Boolean));

  test.each(commands)('runs `%s`, which is there', (command) => {
    expect(commandProblem(command)).toBeUndefined();
  });

  test('calls workflows that are there, and actions of a version', () => {
    const uses = [...Object.values(jobs), ...steps].flatMap((each) => each.uses ?? []);
    for (const action of uses) {
      if (action.startsWith('./')) expect(existsSync(join(root, action)), action).toBe(true);
      else expect(action).toMatch(/^[\w-]+\/[\w-]+@(?:v\d+|[0-9a-f]{40})$/);
    }
  });

  test('may read the repository alone, unless a job asks for more, and ends', () => {
    expect(permissions).toEqual({ contents: 'read' });
    for (const job of Object.values(jobs)) {
      expect(job.uses ?? job['timeout-minutes']).toBeDefined();
    }
  });
});

test('a command that is not there is found', () => {
  expect(commandProblem('npm run tests')).toBe("package.json has no script 'tests'");
  expect(commandProblem('npx no-such-command')).toContain("command 'no-such-command'");
  expect(commandProblem('bash .ci/runs')).toBe('there is no .ci/runs');
  expect(commandProblem('curl example.org')).toContain('commands that developers run');
});

test('the tests run on every system, with each Node that is supported', () => {
  const { jobs } = read<Workflow>('workflows/tests.yml');
  expect(jobs).toMatchObject({
    everything: {
      'runs-on': 'ubuntu-latest',
      strategy: { matrix: { include: [{ node: 20 }, { node: 22 }, { node: 24 }] } },
    },
    'main-path': {
      strategy: { matrix: { os: ['macos-latest', 'windows-latest'], node: [20, 22, 24] } },
    },
  });
});

test('a release is published after the tests, with what provenance needs', () => {
  const { jobs } = read<Workflow>('workflows/release.yml');
  expect(jobs).toMatchObject({
    tests: { uses: './.github/workflows/tests.yml' },
    publish: { needs: 'tests', permissions: { 'id-token': 'write' } },
  });
});

describe.each(readdirSync(join(github, 'ISSUE_TEMPLATE')).filter((name) => name !== 'config.yml'))(
  'issue form %s',
  (name) => {
    test('has a name, a description, and questions with ids of their own', () => {
      const form = read<{ body: readonly { id: string; attributes: { label: string } }[] }>(
        `ISSUE_TEMPLATE/${name}`,
      );
      expect(form).toMatchObject({
        name: expect.any(String) as string,
        description: expect.any(String) as string,
      });
      const ids = form.body.map(({ id }) => id);
      expect(new Set(ids).size).toBe(ids.length);
      for (const { attributes } of form.body) expect(attributes.label).not.toBe('');
    });
  },
);

test('every kind of dependency is kept up to date', () => {
  const { updates } = read<{ updates: readonly Record<string, string>[] }>('dependabot.yml');
  expect(updates.map((update) => update['package-ecosystem'])).toEqual([
    'npm',
    'pip',
    'github-actions',
  ]);
  for (const { directory } of updates) expect(directory).toBe('/');
});
