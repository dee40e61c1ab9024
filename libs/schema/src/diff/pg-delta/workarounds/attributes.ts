import type pg from 'pg';
import type { FactBase, Plan as EnginePlan, StableId } from '@supabase/pg-delta';
import { encodeId } from '@supabase/pg-delta';

import type { MigrationStep } from '../../../steps/index.js';
import type { Difference } from '../../engine.js';
import { ATTRIBUTES } from './attribute-queries.js';

/** What an object has that the engine does not read: the statements that set it and take it back. */
export interface Attribute {
  /** In words, such as `storage`. */
  readonly kind: string;
  /** The object as a reader would name it; with the kind, unique. */
  readonly object: string;
  /** The object, and what else it goes with when that is made anew. */
  readonly hosts: readonly StableId[];
  readonly set: string;
  readonly reset: string;
}

/** Reads the attributes of the objects in the schemas that are ours, in an order to set them in. */
export async function readAttributes(
  client: pg.ClientBase,
  schemas: readonly string[],
  roles: readonly string[],
  facts: FactBase,
): Promise<Attribute[]> {
  const { rows } = await client.query<Attribute>(ATTRIBUTES, [schemas, roles]);
  // What is set on a table is set on its partitions, which may differ from it.
  return rows.toSorted((a, b) => ancestorsOf(a.hosts[0]!, facts) - ancestorsOf(b.hosts[0]!, facts));
}

function ancestorsOf(id: StableId, facts: FactBase): number {
  const fact = facts.get(id);
  if (fact && id.kind === 'column') return ancestorsOf(fact.parent!, facts);
  const parent = fact?.payload['parentTable'] as
    { schema: string; name: string } | null | undefined;
  return parent ? 1 + ancestorsOf({ kind: 'table', ...parent }, facts) : 0;
}

/** The statements that lead from some attributes to others, after the plan of the objects. */
export function attributeSteps(
  from: readonly Attribute[],
  to: readonly Attribute[],
  target: FactBase,
  plans: readonly EnginePlan[],
): MigrationStep[] {
  const made = new Set(
    plans.flatMap(({ actions }) => actions.flatMap(({ produces }) => produces.map(encodeId))),
  );
  const isMade = ({ hosts }: Attribute) =>
    hosts.some((id) => made.has(encodeId(id)) || isPartOfMade(id, target, made));
  const before = byKey(from);
  const after = byKey(to);
  const step = ({ kind, object }: Attribute, sql: string): MigrationStep => ({
    sql,
    verb: 'alter',
    kind,
    object,
  });
  return [
    ...from.flatMap((one) =>
      after.has(keyOf(one)) || isMade(one) || !target.has(one.hosts[0]!)
        ? []
        : [step(one, one.reset)],
    ),
    ...to.flatMap((one) =>
      before.get(keyOf(one))?.set === one.set && !isMade(one) ? [] : [step(one, one.set)],
    ),
  ];
}

function isPartOfMade(id: StableId, facts: FactBase, made: ReadonlySet<string>): boolean {
  const parent = facts.get(id)?.parent;
  return parent !== undefined && (made.has(encodeId(parent)) || isPartOfMade(parent, facts, made));
}

/** The attributes in which two catalogs differ. An object that is missing as a whole has none. */
export function attributeDifferences(
  actual: readonly Attribute[],
  expected: readonly Attribute[],
  facts: { readonly actual: FactBase; readonly expected: FactBase },
): Difference[] {
  const is = byKey(actual);
  const shouldBe = byKey(expected);
  const inBoth = ({ hosts: [host] }: Attribute) =>
    facts.actual.has(host!) && facts.expected.has(host!);
  return [
    ...expected.flatMap((one): Difference[] => {
      const found = is.get(keyOf(one));
      if (found?.set === one.set || !inBoth(one)) return [];
      return [{ change: 'different', kind: one.kind, object: one.object, fix: one.set }];
    }),
    ...actual.flatMap((one): Difference[] =>
      shouldBe.has(keyOf(one)) || !inBoth(one)
        ? []
        : [{ change: 'different', kind: one.kind, object: one.object, fix: one.reset }],
    ),
  ];
}

function byKey(attributes: readonly Attribute[]): ReadonlyMap<string, Attribute> {
  return new Map(attributes.map((one) => [keyOf(one), one]));
}

function keyOf({ kind, object }: Attribute): string {
  return `${kind} ${object}`;
}
