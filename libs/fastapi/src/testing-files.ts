import type { StaticFile } from '@rowhouse/core';

import type { Project } from './config/project.js';
import { readPackage, type CopiedPackage } from './copied-package.js';
import { testingName, testingPackage } from './modules.js';

/** Read once. */
let testing: CopiedPackage | undefined;

/** The package that generated tests call, where the config wants a copy of it beside them. */
export function testingFiles(
  project: Project,
  texts: ReadonlyMap<string, string>,
): readonly StaticFile[] {
  if (project.testing !== 'copy') return [];
  const imports = `from ${testingName(project)}`;
  if (![...texts.values()].some((text) => text.includes(imports))) return [];
  testing ??= readPackage('@rowhouse/testing', testingPackage, testingPackage);
  return [...testing.modules.values(), testing.settings];
}
