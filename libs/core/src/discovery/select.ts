import { CommandError, type Issue } from '../errors/errors.js';
import { didYouMean } from '../errors/suggest.js';
import type { AnyTarget } from '../target/target.js';
import type { Declared, Installed } from './plugin.js';

/**
 * The target to use: the one asked for, or the only one there is.
 *
 * @throws CommandError when there is none, several to choose from, or two under one name.
 */
export function selectTarget(installed: Installed, name?: string): Declared<AnyTarget> {
  const names = targetNames(installed);
  if (name === undefined) {
    if (names.length > 1) {
      throw failure(
        `several targets are installed: ${[...names].sort().join(', ')}`,
        'Choose with --target.',
      );
    }
    const [only] = installed.targets;
    if (!only) throw noTarget();
    return only;
  }
  const target = installed.targets.find((each) => each.name === name);
  if (target) return target;
  if (names.length === 0) throw noTarget();
  const hint = didYouMean(name, names) ?? `Installed: ${names.join(', ')}.`;
  throw failure(`no target '${name}' is installed`, hint);
}

/** @throws CommandError for two targets under one name; it names both packages. */
export function targetNames(installed: Installed): readonly string[] {
  const packages = new Map<string, string>();
  const issues: Issue[] = [];
  for (const { name, package: from } of installed.targets) {
    const first = packages.get(name);
    if (first === undefined) packages.set(name, from);
    else {
      const message = `target '${name}' comes from two packages: ${first} and ${from}`;
      issues.push({ message, hint: 'Uninstall one of them.' });
    }
  }
  if (issues.length > 0) throw new CommandError(issues);
  return [...packages.keys()];
}

function noTarget(): CommandError {
  return failure(
    'no target is installed',
    'Install one in this project: npm install --save-dev @rowhouse/fastapi',
  );
}

function failure(message: string, hint: string): CommandError {
  return new CommandError([{ message, hint }]);
}
