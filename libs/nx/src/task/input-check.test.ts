import { symlinkSync } from 'node:fs';
import { join } from 'node:path';

import { stdlibDirectory } from '@rowhouse/core/imports';
import { expect, test } from 'vitest';

import { temporaryWorkspace } from '../../test/workspace.js';
import { checkInputs } from './input-check.js';
import { describeTask } from './task.js';

const inputs = [
  '{projectRoot}/codegen.config.jsonnet',
  '{workspaceRoot}/shared/*.py',
  { fileset: '{projectRoot}/.venv/lib/a?b.py', includeIgnored: true },
  { externalDependencies: ['@rowhouse/nx'] },
  '!{projectRoot}/_generated/**/*',
];

function check(workspaceRoot: string, ...files: readonly string[]): Promise<void> {
  const projects = { api: { root: 'apps/api' } };
  const context = { root: workspaceRoot, projectsConfigurations: { version: 2, projects } };
  const target = { cache: true, inputs };
  const task = describeTask({ config: 'x.json' }, context, { projectName: 'api', target });
  return checkInputs(task, files);
}

test('takes files that an input names or matches', async () => {
  await check(
    '/ws',
    '/ws/apps/api/codegen.config.jsonnet',
    '/ws/shared/models.py',
    '/ws/apps/api/.venv/lib/a(b.py',
    join(stdlibDirectory(), 'fastapi/operations.libsonnet'),
  );
});

test('takes files by what they are behind links', async () => {
  const root = temporaryWorkspace({
    'ws/shared/models.py': '',
    'ws/apps/api/codegen.config.jsonnet': '',
  });
  symlinkSync(join(root, 'ws'), join(root, 'link'));
  symlinkSync('../../shared', join(root, 'ws/apps/api/linked'));
  await check(join(root, 'link'), join(root, 'ws/apps/api/codegen.config.jsonnet'));
  await check(join(root, 'ws'), join(root, 'ws/apps/api/linked/models.py'));
});

test('refuses others, and names at most three', async () => {
  const others = ['/ws/shared/deep/x.py', '/out/x.py', '/ws/a.py', '/ws/apps/api/_generated/x.py'];
  await expect(check('/ws', '/ws/shared/models.py', ...others)).rejects.toThrow(
    'shared/deep/x.py, ../out/x.py, a.py and 1 more: read by api, but not in the hash of this target.',
  );
});
