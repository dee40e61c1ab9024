import type { TargetConfiguration } from '@nx/devkit';
import { describe, expect, test } from 'vitest';

import { warnOfBlindTargets } from './blind-targets.js';

const generated = { dependentTasksOutputFiles: '**/*' };

function warnings(target: TargetConfiguration, namedInputs = {}): readonly string[] {
  const project = { root: 'apps/api', targets: { test: target } };
  const names = { projectName: 'api', targetName: 'codegen' };
  return warnOfBlindTargets({ ...names, project, nxJson: { namedInputs } });
}

const cached = { cache: true, dependsOn: ['codegen'] };

describe('a target that depends on codegen', () => {
  test.each<TargetConfiguration>([
    cached,
    { ...cached, inputs: ['default', '{projectRoot}/tests/**/*'] },
    { ...cached, inputs: ['cycle'] },
    { ...cached, dependsOn: [{ target: 'codegen' }] },
    { ...cached, dependsOn: [{ target: 'codegen', projects: ['api'] }] },
  ])('is warned of: %o', (target) => {
    expect(warnings(target, { cycle: ['cycle'] })).toEqual([
      'warning: api:test is cached and depends on codegen, but its inputs do not include the generated files. ' +
        'Add { "dependentTasksOutputFiles": "**/*" } to its inputs',
    ]);
  });

  test.each<TargetConfiguration>([
    { ...cached, inputs: ['default', generated] },
    { ...cached, inputs: ['outer'] },
    { ...cached, inputs: [{ input: 'outer' }] },
    { ...cached, cache: false },
    { ...cached, dependsOn: ['^codegen', 'build'] },
    { ...cached, dependsOn: [{ target: 'codegen', projects: ['web'] }] },
    { ...cached, dependsOn: [{ target: 'codegen', dependencies: true }] },
  ])('is right: %o', (target) => {
    expect(warnings(target, { outer: ['inner'], inner: [generated] })).toEqual([]);
  });
});
