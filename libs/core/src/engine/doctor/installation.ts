import { join } from 'node:path';

import { text, unquoted, type Issue } from '@rowhouse/errors';

import {
  findPackages,
  isOwnPackage,
  missingPackages,
  ownDirectory,
  readManifest,
  unnamedPackages,
  type Manifest,
  type Package,
} from '../../discovery/packages.js';
import { targetNames, type Installed } from '../../discovery/index.js';
import { isUserError } from '../../errors/errors.js';
import { realFiles } from '../../files/files.js';
import { isOlder, type Finding } from '../../target/finding.js';

/** The Node.js that runs the command. */
export function nodeFinding(): Finding {
  const { version, platform, arch } = process;
  const least = ownManifest().engines?.['node']?.slice('>='.length) ?? '0';
  const issues: Issue[] = [];
  if (isOlder(version.slice(1), least)) {
    issues.push({
      code: 'old-version',
      message: `Node.js is ${version.slice(1)}, expected ${least} or newer`,
      fix: `Install Node.js ${least} or newer.`,
    });
  }
  return { topic: 'Node.js', lines: [`${version.slice(1)} on ${platform}-${arch}`], issues };
}

/** The versions of Rowhouse's packages, and of those that add something to it. */
export function packagesFinding(directory: string): Finding {
  const own = ownManifest();
  const all = [
    { name: own.name!, manifest: own },
    ...findPackages(directory).filter(
      ({ name, manifest }) =>
        name !== own.name &&
        (isOwnPackage(name) || (manifest.codegen !== undefined && name !== directory)),
    ),
  ];
  const shown = all
    .map(({ name, manifest }) => ({ name, version: manifest.version ?? 'of no version' }))
    .sort((left, right) => (left.name < right.name ? -1 : 1));
  const others = shown.filter(({ name, version }) => isOwnPackage(name) && version !== own.version);
  const issues = others.map(({ name, version }): Issue => ({
    code: 'mixed-versions',
    message: `${name} is ${version}, but ${own.name!} is ${own.version!}`,
    fix: 'Install the same version of all Rowhouse packages.',
  }));
  return { topic: 'Packages', lines: shown.map((each) => `${each.name} ${each.version}`), issues };
}

/** The targets that are installed, and what may keep others from being found. */
export async function targetsFinding(installed: Installed, directory: string): Promise<Finding> {
  const lines: string[] = [];
  const issues: Issue[] = [];
  for (const declared of installed.targets) {
    try {
      const { name, language } = await declared.load();
      lines.push(`${name} (${language}) of ${declared.package}`);
    } catch (error) {
      issues.push(...issuesOf(error));
      lines.push(`${declared.name} of ${declared.package} does not load`);
    }
  }
  if (lines.length === 0) lines.push('none');
  const unnamed = unnamedPackages(directory).filter(hasTargets);
  for (const { name } of unnamed)
    lines.push(`not ${name}: installed, but no package.json names it`);
  for (const name of missingPackages(directory)) {
    lines.push(`not ${name}: package.json names it, but it is not installed`);
  }
  if (installed.targets.length === 0) issues.push(noTarget(unnamed, directory));
  else issues.push(...ambiguityOf(installed));
  return { topic: 'Targets', lines, issues };
}

function noTarget([unnamed]: readonly Package[], directory: string): Issue {
  const name = unnamed?.name ?? '@rowhouse/fastapi';
  const isMissing = unnamed === undefined && missingPackages(directory).length > 0;
  const fix = isMissing
    ? 'Install what package.json names: npm install'
    : text`Install one: npm install --save-dev ${unquoted(name)}`;
  return { code: 'no-target', message: 'no target is installed', fix };
}

/** Targets of one name. */
function ambiguityOf(installed: Installed): readonly Issue[] {
  try {
    targetNames(installed);
    return [];
  } catch (error) {
    return issuesOf(error);
  }
}

/**
 * What the user can fix of an error.
 *
 * @throws the error itself where it is a defect.
 */
export function issuesOf(error: unknown): readonly Issue[] {
  if (!isUserError(error)) throw error;
  return error.issues;
}

function ownManifest(): Manifest {
  return readManifest(join(ownDirectory(), 'package.json'), realFiles)!;
}

function hasTargets({ manifest: { codegen } }: Package): boolean {
  return typeof codegen === 'object' && codegen !== null && 'targets' in codegen;
}
