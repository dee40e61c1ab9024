import type { Fact, FactBase } from '@supabase/pg-delta';

import type { Typed } from './facts.js';
import { arrayOf, objectOf, stringLiteral } from './literals.js';

/** Kinds as `registerGrant` calls them. */
const KINDS: Readonly<Record<string, 'schema' | 'table' | 'sequence' | 'function'>> = {
  schema: 'schema',
  table: 'table',
  view: 'table',
  materializedView: 'table',
  sequence: 'sequence',
  function: 'function',
};

/** The privileges that `registerGrant` can give, to the roles of the file. */
export function grantCode(facts: FactBase, roles: ReadonlySet<string>, typed: Typed): string[] {
  const merged = new Map<string, { readonly fact: Fact; readonly columns: string[] }>();
  for (const fact of facts.facts()) {
    const { id, payload } = fact;
    if (id.kind !== 'acl' || !roles.has(id.grantee) || !Object.hasOwn(KINDS, id.target.kind))
      continue;
    if ((payload['grantable'] as string[]).length > 0 || isOverloaded(facts, fact)) continue;
    typed.add(fact);
    const key = JSON.stringify([id.target, id.grantee, id.column === undefined, payload]);
    const known = merged.get(key) ?? { fact, columns: [] };
    if (id.column !== undefined) known.columns.push(id.column);
    merged.set(key, known);
  }
  return [...merged.values()].map(({ fact, columns }) => {
    const { target, grantee } = fact.id as Extract<Fact['id'], { kind: 'acl' }>;
    const { schema, name } = target as { readonly schema?: string; readonly name: string };
    const privileges = (fact.payload['privileges'] as string[]).map((each) => each.toLowerCase());
    const on = [
      `kind: ${stringLiteral(KINDS[target.kind]!)}`,
      ...(schema === undefined ? [] : [`schema: ${stringLiteral(schema)}`]),
      `name: ${stringLiteral(name)}`,
    ];
    const entries: [string, string][] = [
      ['on', `{ ${on.join(', ')} }`],
      ['privileges', arrayOf(privileges.map(stringLiteral))],
      ...(columns.length > 0
        ? [['columns', arrayOf(columns.map(stringLiteral))] as [string, string]]
        : []),
      ['to', stringLiteral(grantee)],
    ];
    return `metadata.registerGrant(${objectOf(entries)});`;
  });
}

/** A function is granted by its name alone. */
function isOverloaded(facts: FactBase, { id }: Fact): boolean {
  if (id.kind !== 'acl' || id.target.kind !== 'function') return false;
  const { schema, name } = id.target;
  const ofName = facts
    .facts()
    .filter(
      (other) =>
        /^(function|procedure|aggregate)$/.test(other.id.kind) &&
        'schema' in other.id &&
        other.id.schema === schema &&
        (other.id as { name: string }).name === name,
    );
  return ofName.length > 1;
}
