import { SchemaValidationError } from '../errors.js';
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
  const problems: string[] = [];
  const byName = new Map<string, ResolvedExtension>();
  for (const extension of manual) add(fromUse(extension));
  const manualNames = new Set(byName.keys());
  for (const found of discovered) {
    if (!manualNames.has(found.name)) {
      add(byName.has(found.name) ? found : fromPackage(found));
    }
  }
  checkDependencies(byName, problems);
  if (problems.length > 0) throw new SchemaValidationError(problems);

  const sorted = topologicalOrder(byName.values(), ({ dependsOn }) =>
    dependsOn.map((name) => byName.get(name)!),
  );
  if ('order' in sorted) return sorted.order;
  throw new SchemaValidationError(
    `Extensions depend on each other in a circle: ${sorted.cycle.map(describeExtension).join(' → ')}.`,
  );

  function add(candidate: ResolvedExtension | DiscoveredExtension): void {
    const taken = byName.get(candidate.name);
    if (taken) {
      problems.push(
        `Two extensions are named "${candidate.name}": ${describeExtension(taken)} and ${describeExtension(candidate)}. Rename or remove one.`,
      );
    } else if ('extension' in candidate) {
      byName.set(candidate.name, candidate);
    }
  }
}

function checkDependencies(
  byName: ReadonlyMap<string, ResolvedExtension>,
  problems: string[],
): void {
  for (const resolved of byName.values()) {
    for (const dependency of resolved.dependsOn) {
      if (dependency === resolved.name) {
        problems.push(`${capital(describeExtension(resolved))} depends on itself.`);
      } else if (!byName.has(dependency)) {
        const registered = [...byName.keys()].map((name) => `"${name}"`).join(', ');
        problems.push(
          `${capital(describeExtension(resolved))} depends on extension "${dependency}", which is not registered (registered: ${registered}). Add it with use(), or install the package that brings it.`,
        );
      }
    }
  }
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

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
