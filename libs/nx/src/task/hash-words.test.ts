import { afterEach, expect, test, vi } from 'vitest';

import { explainHash } from './hash-words.js';
import { describeTask } from './task.js';

afterEach(() => vi.unstubAllEnvs());

const inputs = [
  '{projectRoot}/codegen.config.jsonnet',
  '{workspaceRoot}/shared/fields.libsonnet',
  { fileset: '{projectRoot}/local.libsonnet', includeIgnored: true },
  { externalDependencies: ['@rowhouse/nx', '@rowhouse/fastapi'] },
  { dependentTasksOutputFiles: '**/*', transitive: true },
  { env: 'LANG' },
  '!{projectRoot}/_generated/**/*',
];

function lines(cache: boolean): readonly string[] {
  const projects = { api: { root: 'apps/api' } };
  const context = { root: '/ws', projectsConfigurations: { version: 2, projects } };
  const target = { cache, inputs };
  const task = describeTask({ config: 'x.json' }, context, { projectName: 'api', target });
  const said: string[] = [];
  explainHash(task, (line) => said.push(line));
  return said;
}

test('with --verbose, each thing in the hash of a cached task is named', () => {
  vi.stubEnv('NX_VERBOSE_LOGGING', 'true');
  expect(lines(true)).toEqual([
    'in the hash: apps/api/codegen.config.jsonnet',
    'in the hash: shared/fields.libsonnet',
    'in the hash: apps/api/local.libsonnet',
    'in the hash: the versions of @rowhouse/nx, @rowhouse/fastapi',
    'in the hash: the outputs of the tasks that this one depends on',
    'in the hash: {"env":"LANG"}',
    'in the hash: not apps/api/_generated/**/*',
  ]);
  expect(lines(false)).toEqual([]);
});

test('without it, nothing is said', () => {
  vi.stubEnv('NX_VERBOSE_LOGGING', 'false');
  expect(lines(true)).toEqual([]);
});
