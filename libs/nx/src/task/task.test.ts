import type { ExecutorContext, TargetConfiguration } from '@nx/devkit';
import { describe, expect, test } from 'vitest';

import { temporaryWorkspace } from '../../test/workspace.js';
import { describeTask } from './task.js';

const target: TargetConfiguration = {
  cache: true,
  metadata: { output: 'a/_generated', uncached: 'a reason' } as TargetConfiguration['metadata'],
};

function context(root: string): Pick<ExecutorContext, 'root' | 'projectsConfigurations'> {
  return { root, projectsConfigurations: { version: 2, projects: { api: { root: 'a' } } } };
}

describe('describeTask', () => {
  const api = { projectName: 'api', target };

  test('works in the project, and shows paths from the workspace', () => {
    const task = describeTask({ config: 'a/x.json', targetName: 'fastapi' }, context('/ws'), api);
    expect(task).toMatchObject({
      project: { config: '/ws/a/x.json', cwd: '/ws/a', displayRoot: '/ws', target: 'fastapi' },
      output: 'a/_generated',
      isCached: true,
      uncached: 'a reason',
    });
  });

  test('lets the config decide where output goes, unless the user said so', () => {
    const inferred = { config: 'a/x.json', out: 'a/_generated' };
    expect(describeTask(inferred, context('/ws'), api).project).not.toHaveProperty('out');
    const chosen = describeTask({ ...inferred, out: './b/out/' }, context('/ws'), api);
    expect(chosen).toMatchObject({ project: { out: '/ws/b/out' }, output: 'b/out' });
  });

  test('finds the one config of the project', () => {
    const root = temporaryWorkspace({ 'a/codegen.config.json': '{}' });
    expect(describeTask({}, context(root), api).project.config).toBe(
      `${root}/a/codegen.config.json`,
    );
  });

  test('refuses a config that the cached target was not made for', () => {
    const metadata = {
      output: 'a/_generated',
      config: 'a/x.json',
    } as TargetConfiguration['metadata'];
    const ours = { projectName: 'api', target: { cache: true, metadata } };
    expect(describeTask({ config: './a/x.json' }, context('/ws'), ours).isCached).toBe(true);
    const other = { config: 'a/y.json' };
    expect(() => describeTask(other, context('/ws'), ours)).toThrow(
      'a/y.json: the cache of the targets of api depends on a/x.json, not on this config',
    );
    const uncached = { projectName: 'api', target: { cache: false, metadata } };
    expect(describeTask(other, context('/ws'), uncached).isCached).toBe(false);
  });

  test('refuses two configs, and none', () => {
    const two = { 'a/codegen.config.json': '{}', 'a/codegen.config.jsonnet': '{}' };
    expect(() => describeTask({}, context(temporaryWorkspace(two)), api)).toThrow(
      'api has two configs: a/codegen.config.jsonnet and a/codegen.config.json',
    );
    expect(() => describeTask({}, context(temporaryWorkspace({})), api)).toThrow(
      'api has no config: expected a/codegen.config.jsonnet or a/codegen.config.json',
    );
  });
});
