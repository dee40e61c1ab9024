import fc from 'fast-check';
import { expect, it } from 'vitest';

import { runningOrder } from './running-order.js';

it('puts every operation behind those that it names, for any that name no cycle', () => {
  const graph = fc.array(fc.array(fc.nat({ max: 30 }), { maxLength: 4 }), { maxLength: 30 });
  fc.assert(
    fc.property(graph, fc.infiniteStream(fc.nat()), (edges, random) => {
      const installed = edges
        .map((targets, index) => ({
          package: 'p',
          operation: {
            name: `o${index}`,
            target: 't',
            scope: 's',
            // Earlier ones alone: no cycle.
            after: targets.filter((target) => target < index).map((target) => `o${target}`),
            build: () => [],
          },
        }))
        .map((each) => ({ each, rank: random.next().value as number }))
        .sort((left, right) => left.rank - right.rank)
        .map(({ each }) => each);
      const order = runningOrder(installed);
      expect(new Set(order)).toEqual(new Set(installed.map(({ operation }) => operation)));
      expect(order).toHaveLength(installed.length);
      const position = new Map(order.map(({ name }, index) => [name, index]));
      for (const { name, after } of order) {
        for (const before of after ?? []) {
          expect(position.get(before)).toBeLessThan(position.get(name)!);
        }
      }
    }),
  );
});
