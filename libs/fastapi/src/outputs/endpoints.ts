import type { Output } from '@rowhouse/core';

import type { Endpoint, Route } from './route.js';
import type { Section } from './section.js';

/** The methods and paths of the whole API at which an output answers. */
export function endpointsOf(output: Output): readonly Endpoint[] {
  if (output.kind !== 'route') return (output as Section).endpoints ?? [];
  const { method, mount, path, hiddenPath } = output as Route;
  const paths = hiddenPath === undefined ? [path] : [path, hiddenPath];
  return paths.map((each) => ({ method, path: mount + each }));
}

/** How messages name an endpoint: `GET /articles/{pk}`. */
export function endpointText({ method, path }: Endpoint): string {
  return `${method.toUpperCase()} ${path || '/'}`;
}

const VARIABLE = '{}';

/** What tells an endpoint from others: the names of path variables do not. */
export function shapeOf({ method, path }: Endpoint): string {
  return `${method} ${path.replace(/\{[^}]*\}/g, VARIABLE)}`;
}

/**
 * Endpoints by the requests that they answer. Starlette takes the first route whose path matches, so one with a
 * variable, such as `GET /{pk}`, hides a `GET /count` that comes after it.
 */
export class EndpointTree<Maker> {
  readonly #root = new Node<Maker>();

  add(endpoint: Endpoint, maker: Maker): void {
    let node = this.#root;
    for (const segment of shapeOf(endpoint).split('/')) {
      let next = node.next.get(segment);
      if (next === undefined) node.next.set(segment, (next = new Node()));
      node = next;
    }
    node.makers.push(maker);
  }

  /** The makers of those that answer all requests to an endpoint. */
  hiding(endpoint: Endpoint): readonly Maker[] {
    let nodes = [this.#root];
    for (const segment of shapeOf(endpoint).split('/')) {
      const matching = new Set([segment, VARIABLE]);
      nodes = nodes.flatMap(({ next }) =>
        [...matching].flatMap((each) => {
          const node = next.get(each);
          return node ? [node] : [];
        }),
      );
    }
    return nodes.flatMap(({ makers }) => makers);
  }
}

class Node<Maker> {
  readonly next = new Map<string, Node<Maker>>();
  readonly makers: Maker[] = [];
}
