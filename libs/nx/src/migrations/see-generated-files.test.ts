import {
  addProjectConfiguration,
  readNxJson,
  readProjectConfiguration,
  updateNxJson,
} from '@nx/devkit';
import { describe, expect, test } from 'vitest';

import { emptyTree, texts } from '../../test/tree.js';
import seeGeneratedFiles from './see-generated-files.js';

const targets = {
  test: { command: 'python -m pytest', dependsOn: ['codegen'] },
  lint: { command: 'ruff check', cache: true, dependsOn: ['codegen'], inputs: ['default'] },
  serve: { command: 'uvicorn main:app', dependsOn: ['codegen'] },
  build: { command: 'x', cache: true },
};

describe('the migration to 0.2', () => {
  test('lets cached targets see what codegen made, and no others change', () => {
    const tree = emptyTree();
    updateNxJson(tree, { ...readNxJson(tree), targetDefaults: { test: { cache: true } } });
    addProjectConfiguration(tree, 'api', { root: 'apps/api', targets });
    seeGeneratedFiles(tree);
    expect(readNxJson(tree)!.namedInputs).toHaveProperty('generated');
    expect(readProjectConfiguration(tree, 'api').targets).toEqual({
      ...targets,
      test: { ...targets.test, inputs: ['default', '^default', 'generated'] },
      lint: { ...targets.lint, inputs: ['default', 'generated'] },
    });
    const once = texts(tree);
    seeGeneratedFiles(tree);
    expect(texts(tree)).toEqual(once);
  });
});
