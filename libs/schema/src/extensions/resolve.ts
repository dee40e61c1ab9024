import { text, type Issue } from '@rowhouse/errors';

import { refuse, SchemaValidationError } from '../errors/errors.js';

import { topologicalOrder } from '../graph/topological-order.js';
import type { DiscoveredExtension } from './discover.js';
import { describeExtension, type Extension, type ResolvedExtension } from './extension.js';
import { loadExtension } from './load.js';

/**
 * Merges registered and discovered extensions and puts dependencies first; ties keep the order of
 * `manual`, then of `discovered`. A discovered extension whose name is taken is never loaded.
 *
 * @throws SchemaValidationError with every problem found.
 */
export function resolveExtensions(
  manual: readonly Extension[],
  discovered: readonly DiscoveredExtension[],
): readonly ResolvedExtension[] {
  const issues: Issue[] = [];
  const byName = new Map<string, ResolvedExtension>();
  for (const extension of manual) add(fromUse(extension));
  const manualNames = new Set(byName.keys());
  for (const found of discovered) {
    if (!manualNames.has(found.name)) {
      add(byName.has(found.name) ? found : fromPackage(found));
    }
  }
  refuse([...issues, ...missingDependencies(byName)]);

  const sorted = topologicalOrder(byName.values(), ({ dependsOn }) =>
    dependsOn.map((name) => byName.get(name)!),
  );
  if ('order' in sorted) return sorted.order;
  const circle = sorted.cycle.map(describeExtension).join(' → ');
  throw new SchemaValidationError([
    { code: 'extension-cycle', message: `extensions depend on each other in a cycle: ${circle}` },
  ]);

  function add(candidate: ResolvedExtension | DiscoveredExtension): void {
    const taken = byName.get(candidate.name);
    if (taken) {
      const [one, other] = [describeExtension(taken), describeExtension(candidate)];
      issues.push({
        code: 'duplicate-extension',
        message: `two extensions have the same name: ${one} and ${other}`,
        fix: 'Rename or remove one.',
      });
    } else if ('extension' in candidate) {
      byName.set(candidate.name, candidate);
    }
  }
}

function missingDependencies(byName: ReadonlyMap<string, ResolvedExtension>): readonly Issue[] {
  return [...byName.values()].flatMap((resolved) =>
    resolved.dependsOn.flatMap((dependency): readonly Issue[] => {
      const subject = describeExtension(resolved);
      if (dependency === resolved.name) {
        return [{ code: 'extension-cycle', subject, message: 'depends on itself' }];
      }
      if (byName.has(dependency)) return [];
      return [
        {
          code: 'missing-extension',
          subject,
          message: text`depends on extension ${dependency}, which is not registered (registered: ${[...byName.keys()]})`,
          fix: 'Add it with use(), or install its package.',
        },
      ];
    }),
  );
}

function fromUse(extension: Extension): ResolvedExtension {
  return {
    name: extension.name,
    extension,
    origin: 'manual',
    dependsOn: dependenciesOf(extension),
  };
}

function fromPackage(found: DiscoveredExtension): ResolvedExtension {
  const extension = loadExtension(found);
  return {
    name: found.name,
    extension,
    origin: 'discovered',
    package: found.package,
    dependsOn: dependenciesOf(extension),
  };
}

function dependenciesOf(extension: Extension): readonly string[] {
  return (extension.constructor as { dependsOn?: readonly string[] }).dependsOn ?? [];
}
