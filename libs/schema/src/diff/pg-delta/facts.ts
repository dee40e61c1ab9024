import type { DependencyEdge, Fact } from '@supabase/pg-delta';
import { FactBase } from '@supabase/pg-delta';

/**
 * Facts that are listed once. The planner lists all facts anew for each object it creates, which
 * with hundreds of tables is most of its time.
 */
export class CatalogFacts extends FactBase {
  #list: Fact[] | undefined;

  constructor(facts: readonly Fact[], edges: readonly DependencyEdge[]) {
    super([...facts], [...edges], 'snapshot');
  }

  override facts(): Fact[] {
    this.#list ??= Object.freeze(listOf(super.facts())) as Fact[];
    return this.#list;
  }
}

/**
 * The planner asks with `some`, and asks nothing else so, whether a default privilege applies to an
 * object: once for each grant. With hundreds of tables it would look through all facts thousands
 * of times to find one of the few, so it is shown only those.
 */
function listOf(facts: Fact[]): Fact[] {
  const defaultPrivileges = facts.filter(({ id }) => id.kind === 'defaultPrivilege');
  return Object.defineProperty(facts, 'some', {
    value: defaultPrivileges.some.bind(defaultPrivileges),
  });
}
