import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import js from '@nx/js/src/release/version-actions';

import { released } from './changelog.mjs';

/** How `nx release` writes versions: as it does for all npm packages, */
export default js.default;

/** and then into the Python package and the changelog, which is written by hand. Nx commits the files that are returned. */
export async function afterAllProjectsVersioned(root, options) {
  const { changedFiles, deletedFiles } = await js.afterAllProjectsVersioned(root, options);
  const file = join(root, 'CHANGELOG.md');
  // A dry run has written no version.
  const { version } = JSON.parse(readFileSync(join(root, 'libs/nx/package.json'), 'utf8'));
  const python = join(root, 'libs/testing/rowhouse_testing/__init__.py');
  const source = readFileSync(python, 'utf8').replace(
    /^__version__ = .*$/m,
    `__version__ = "${version}"`,
  );
  const text = released(readFileSync(file, 'utf8'), version, new Date());
  if (options.dryRun) {
    console.log("CHANGELOG.md: what stands under 'Unreleased' gets the version [dry-run]");
  } else {
    writeFileSync(file, text);
    writeFileSync(python, source);
  }
  return {
    changedFiles: [...changedFiles, 'CHANGELOG.md', 'libs/testing/rowhouse_testing/__init__.py'],
    deletedFiles,
  };
}
