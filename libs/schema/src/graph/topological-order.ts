/** Either every node with its dependencies before it, or the nodes of one cycle, first one repeated. */
export type TopologicalOrder<Node> =
  { readonly order: readonly Node[] } | { readonly cycle: readonly Node[] };

/**
 * Orders `nodes` so that dependencies come first and ties keep the list's order.
 *
 * @param dependenciesOf The nodes that must come before one; all of them must be in `nodes`.
 */
export function topologicalOrder<Node>(
  nodes: Iterable<Node>,
  dependenciesOf: (node: Node) => Iterable<Node>,
): TopologicalOrder<Node> {
  const order: Node[] = [];
  const done = new Set<Node>();
  const path = new Set<Node>();

  const visit = (node: Node): Node[] | undefined => {
    if (done.has(node)) return undefined;
    if (path.has(node)) {
      const trail = [...path];
      return [...trail.slice(trail.indexOf(node)), node];
    }
    path.add(node);
    for (const dependency of dependenciesOf(node)) {
      const cycle = visit(dependency);
      if (cycle) return cycle;
    }
    path.delete(node);
    done.add(node);
    order.push(node);
    return undefined;
  };

  for (const node of nodes) {
    const cycle = visit(node);
    if (cycle) return { cycle };
  }
  return { order };
}
