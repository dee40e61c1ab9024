/** Either every node behind those that it needs, or a cycle, whose first node comes again at its end. */
export type TopologicalOrder<Node> =
  { readonly order: readonly Node[] } | { readonly cycle: readonly Node[] };

/**
 * Orders nodes so that each comes behind those that it needs, otherwise as they are given.
 *
 * @param needs the nodes that must come before a node.
 */
export function topologicalOrder<Node>(
  nodes: Iterable<Node>,
  needs: (node: Node) => Iterable<Node>,
): TopologicalOrder<Node> {
  const order = new Set<Node>();
  const open = new Set<Node>();
  const visit = (node: Node): readonly Node[] | undefined => {
    if (order.has(node)) return undefined;
    if (open.has(node)) return [...[...open].slice([...open].indexOf(node)), node];
    open.add(node);
    for (const needed of needs(node)) {
      const cycle = visit(needed);
      if (cycle) return cycle;
    }
    open.delete(node);
    order.add(node);
    return undefined;
  };
  for (const node of nodes) {
    const cycle = visit(node);
    if (cycle) return { cycle };
  }
  return { order: [...order] };
}
