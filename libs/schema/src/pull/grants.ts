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
  const overloaded = overloadedFunctions(facts);
  const merged = new Map<string, { readonly fact: Fact; readonly columns: string[] }>();
  for (const fact of facts.facts()) {
    const { id, payload } = fact;
    if (id.kind !== 'acl' || !roles.has(id.grantee) || !Object.hasOwn(KINDS, id.target.kind))
      continue;
    if ((payload['grantable'] as string[]).length > 0) continue;
    if (id.target.kind === 'function' && overloaded.has(functionKey(id.target))) continue;
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
    const grant = objectOf([
      ['on', `{ ${on.join(', ')} }`],
      ['privileges', arrayOf(privileges.map(stringLiteral))],
      ['columns', columns.length > 0 ? arrayOf(columns.map(stringLiteral)) : undefined],
      ['to', stringLiteral(grantee)],
    ]);
    return `metadata.registerGrant(${grant});`;
  });
}

/** Functions of which several have one name: a function is granted by its name alone. */
function overloadedFunctions(facts: FactBase): ReadonlySet<string> {
  const seen = new Set<string>();
  const overloaded = new Set<string>();
  for (const { id } of facts.facts()) {
    if (id.kind !== 'function' && id.kind !== 'procedure' && id.kind !== 'aggregate') continue;
    const key = functionKey(id);
    if (seen.has(key)) overloaded.add(key);
    seen.add(key);
  }
  return overloaded;
}

function functionKey({ schema, name }: { readonly schema: string; readonly name: string }): string {
  return JSON.stringify([schema, name]);
}
