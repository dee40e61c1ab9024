import { didYouMean, text, unquoted, type Issue } from '@rowhouse/errors';

import { CommandError } from '../errors/errors.js';

import type { DeclaredTarget, Installed } from './plugin.js';

/**
 * The target to use: the one asked for, or the only one there is, those aside that are derived from it.
 *
 * @throws CommandError when there is none, several to choose from, or two under one name.
 */
export function selectTarget(installed: Installed, name?: string): DeclaredTarget {
  const names = targetNames(installed);
  if (name === undefined) {
    const ownTargets = installed.targets.filter(({ isDerived }) => !isDerived);
    if (ownTargets.length > 1) {
      throw new CommandError([
        {
          code: 'ambiguous-target',
          message: text`several targets are installed: ${ownTargets.map((each) => each.name).sort()}`,
          fix: 'Choose one with --target.',
        },
      ]);
    }
    const [only] = ownTargets;
    if (!only) throw noTarget();
    return only;
  }
  const target = installed.targets.find((each) => each.name === name);
  if (target) return target;
  if (names.length === 0) throw noTarget();
  const fix = didYouMean(name, names) ?? text`Installed: ${names}.`;
  const message = text`no target ${name} is installed`;
  throw new CommandError([{ code: 'unknown-target', message, fix }]);
}

/** @throws CommandError for two targets under one name; it names both packages. */
export function targetNames(installed: Installed): readonly string[] {
  const packages = new Map<string, string>();
  const issues: Issue[] = [];
  for (const { name, package: from } of installed.targets) {
    const first = packages.get(name);
    if (first === undefined) packages.set(name, from);
    else {
      const message = text`target ${name} comes from two packages: ${unquoted(first)} and ${unquoted(from)}`;
      issues.push({ code: 'duplicate-target', message, fix: 'Uninstall one of them.' });
    }
  }
  if (issues.length > 0) throw new CommandError(issues);
  return [...packages.keys()];
}

function noTarget(): CommandError {
  return new CommandError([
    {
      code: 'no-target',
      message: 'no target is installed',
      fix:
        'Install one in this project: npm install --save-dev @rowhouse/fastapi\n' +
        'Without a project: npx -p @rowhouse/cli -p @rowhouse/fastapi codegen generate -c api.jsonnet',
    },
  ]);
}
