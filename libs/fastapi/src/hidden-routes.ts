import { text, unquoted, type BuiltOutput, type Conflict } from '@rowhouse/core';

import {
  endpointsOf,
  endpointText,
  EndpointTree,
  shapeOf,
  type Endpoint,
  type PythonOutput,
} from './outputs/index.js';

/** The order of the sections of a module: what stands first, and each route before those that would hide it. */
export function sectionOrder(outputs: readonly PythonOutput[]): readonly number[] {
  const first: number[] = [];
  const order: number[] = [];
  const routes = new EndpointTree<number>();
  for (const [index, output] of outputs.entries()) {
    if (output.first) {
      first.push(index);
      continue;
    }
    const hiding = endpointsOf(output)
      .flatMap((endpoint) => routes.add(endpoint, index))
      .filter((each) => each !== index);
    const place = Math.min(order.length, ...hiding.map((each) => order.indexOf(each)));
    order.splice(place, 0, index);
  }
  return [...first, ...order];
}

/** Routes that no request reaches, because one of another resource, which comes first, answers it. */
export function hiddenRoutes(outputs: readonly BuiltOutput[]): readonly Conflict[] {
  const conflicts: Conflict[] = [];
  const routes = new EndpointTree<Made>();
  for (const made of outputs) {
    for (const endpoint of endpointsOf(made.output)) {
      const second = { made, endpoint };
      const first = routes.add(endpoint, second).find((each) => isOther(each, second));
      if (first !== undefined) conflicts.push(conflict(second, first));
    }
  }
  return conflicts;
}

interface Made {
  readonly made: BuiltOutput;
  readonly endpoint: Endpoint;
}

/** A module puts its own in order; two of one shape are two definitions of one route. */
function isOther(first: Made, second: Made): boolean {
  return (
    first.made.output.file !== second.made.output.file &&
    shapeOf(first.endpoint) !== shapeOf(second.endpoint)
  );
}

function conflict({ made, endpoint }: Made, first: Made): Conflict {
  const [label, firstLabel] = [made, first.made].map(({ instance }) => unquoted(instance.label));
  return {
    code: 'hidden-route',
    message: text`${unquoted(endpointText(endpoint))} is never reached: ${unquoted(endpointText(first.endpoint))} (${firstLabel!}) comes first, and answers the same requests`,
    fix: text`List ${label!} before ${firstLabel!}, or change 'route_prefix' of one of them.`,
    made,
    first: first.made,
  };
}
