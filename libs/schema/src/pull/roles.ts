import { encodeId, type Fact, type FactBase } from '@supabase/pg-delta/core';

import { topologicalOrder } from '../graph/topological-order.js';
import { commentOn, sortedFacts, type Typed } from './facts.js';
import { arrayOf, stringLiteral } from './literals.js';
import type { Imports } from './source-code.js';

/** The statements that register the roles; what they say is noted in `typed`. */
export function roleCode(facts: FactBase, typed: Typed): string[] {
  return sortedFacts(facts, 'role').map((fact) => {
    const { name } = fact.id as { name: string };
    typed.add(fact);
    const parents = facts.facts().flatMap((other) => {
      if (other.id.kind !== 'membership' || other.id.member !== name) return [];
      typed.add(other);
      return other.id.role.startsWith('pg_') ? [] : [other.id.role];
    });
    const entries = [
      `name: ${stringLiteral(name)}`,
      ...(fact.payload['login'] === true ? ['login: true'] : []),
      ...(fact.payload['inherit'] === false ? ['inherit: false'] : []),
      ...(parents.length > 0 ? [`memberOf: ${arrayOf(parents.sort().map(stringLiteral))}`] : []),
    ];
    return `metadata.registerRole({ ${entries.join(', ')} });`;
  });
}

/** The extensions, but for those among the project's objects, which are left to SQL. */
export function extensionCode(
  facts: FactBase,
  typed: Typed,
  schemas: readonly string[],
  imports: Imports,
): string[] {
  return extensionsInOrder(facts).flatMap((fact) => {
    const { name } = fact.id as { name: string };
    const schema = String(fact.payload['schema']);
    if (schema !== 'public' && schemas.includes(schema)) return [];
    typed.add(fact);
    // The extension brings it along.
    const comment = commentOn(facts, fact.id);
    if (comment) typed.add(comment);
    const where = schema === 'public' ? '' : `, schema: ${stringLiteral(schema)}`;
    imports.from('@rowhouse/schema', 'pgExtension');
    return [`pgExtension(${stringLiteral(name)}, { metadata${where} });`];
  });
}

/** The extensions by their names, but each after those that it needs. */
function extensionsInOrder(facts: FactBase): readonly Fact[] {
  const sorted = sortedFacts(facts, 'extension');
  const byKey = new Map(sorted.map((fact) => [encodeId(fact.id), fact]));
  const result = topologicalOrder(sorted, ({ id }) =>
    facts.outgoingEdges(id).flatMap(({ to }) => byKey.get(encodeId(to)) ?? []),
  );
  return 'order' in result ? result.order : sorted;
}
