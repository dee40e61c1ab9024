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

/** What tells an endpoint from others: the names of path variables do not. */
export function shapeOf({ method, path }: Endpoint): string {
  return withoutNames(`${method} ${path}`);
}

const VARIABLE = '{}';

/** A path without the names of its variables: `/articles/{}`. */
export function withoutNames(path: string): string {
  return path.replace(/\{[^}]*\}/g, VARIABLE);
}

/**
 * Endpoints by the requests that they answer. Starlette takes the first route whose path matches, so one with a
 * variable, such as `GET /{pk}`, hides a `GET /count` that comes after it.
 */
export class EndpointTree<Maker> {
  readonly #root = new Node<Maker>();

  /** @returns the makers of those added before that answer all requests to the endpoint. */
  add(endpoint: Endpoint, maker: Maker): readonly Maker[] {
    let node = this.#root;
    let matching: readonly Node<Maker>[] = [node];
    for (const segment of shapeOf(endpoint).split('/')) {
      const answering = segment === VARIABLE ? [VARIABLE] : [segment, VARIABLE];
      matching = matching.flatMap(({ next }) => answering.flatMap((each) => next.get(each) ?? []));
      let next = node.next.get(segment);
      if (next === undefined) node.next.set(segment, (next = new Node()));
      node = next;
    }
    const hiding = matching.flatMap(({ makers }) => makers);
    node.makers.push(maker);
    return hiding;
  }
}

class Node<Maker> {
  readonly next = new Map<string, Node<Maker>>();
  readonly makers: Maker[] = [];
}
