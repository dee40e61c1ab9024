import type { ColumnFacts } from '../facts.js';
import { readColumn } from './column.js';
import type { ColumnDefinition, Mapping } from './mapped-class.js';
import { mappingOf } from './mapped-class.js';
import { registryOf } from './registry.js';
import { readColumnName } from './said.js';

/**
 * The facts of a column with `use_existing_column`, which other classes of the same table may make, too: which of them
 * comes first depends on the order of imports, so what they say differently is unknown.
 */
export function withoutDifferences(
  facts: ColumnFacts,
  definition: ColumnDefinition,
  mapping: Mapping,
): ColumnFacts {
  const registry = registryOf(mapping.cls.module.all);
  if (!definition.shared && !registry.hasSharing()) return facts;
  const name = readColumnName(definition);
  const others = registry.family(mapping).flatMap((cls) => {
    const other = name === undefined ? undefined : mappingOf(cls).named(name);
    return other && other !== definition ? [[other, mappingOf(cls)] as const] : [];
  });
  if (!definition.shared && !others.some(([other]) => other.shared)) return facts;
  const said = others.map(([other, owner]) => readColumn(other, owner, false));
  const lost = Object.entries(facts).filter(
    ([key, fact]) =>
      !OWN.has(key) && said.some((one) => told(one[key as keyof ColumnFacts]) !== told(fact)),
  );
  const unknown = { unknown: 'the classes of its table define it differently', at: facts.at };
  return { ...facts, ...Object.fromEntries(lost.map(([key]) => [key, unknown])) };
}

/** The facts of the attribute, rather than of the column. */
const OWN = new Set(['attribute', 'column', 'table', 'written', 'deferred', 'about', 'at']);

/** A fact without the place that it is from. */
function told(fact: unknown): string {
  return JSON.stringify(fact, (key, value: unknown) => (key === 'at' ? undefined : value));
}
