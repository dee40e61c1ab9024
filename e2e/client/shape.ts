/**
 * A type in one form, whether TypeScript or OpenAPI says it: `string`, a literal as JSON, a list, an object by its keys
 * (those that may be left out end with `?`), or a union.
 */
export type Shape = string | { readonly list: Shape } | { readonly of: Keys } | readonly Shape[];

// A type cannot refer to itself in a Record.
// eslint-disable-next-line @typescript-eslint/consistent-indexed-object-style
interface Keys {
  readonly [key: string]: Shape;
}

/** One type for several: sorted, without repetitions. */
export function union(shapes: readonly Shape[]): Shape {
  const all = shapes.flatMap((each) => (Array.isArray(each) ? (each as Shape[]) : [each]));
  const byText = new Map(all.map((each) => [JSON.stringify(each), each]));
  const sorted = [...byText].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, shape]) => shape);
  return sorted.length === 1 ? sorted[0]! : sorted;
}

/** Where two types differ. What the client says nothing of agrees with everything. */
export function differences(client: Shape, api: Shape, at = ''): readonly string[] {
  if (client === 'unknown') return [];
  if (typeof client === 'object' && typeof api === 'object') {
    if ('list' in client && 'list' in api) return differences(client.list, api.list, `${at}[]`);
    if ('of' in client && 'of' in api) {
      const { of: own } = client;
      const { of: other } = api;
      return [...new Set([...Object.keys(own), ...Object.keys(other)])].flatMap((key) =>
        own[key] === undefined || other[key] === undefined
          ? [`${at}.${key} is only in ${own[key] === undefined ? 'the API' : 'the client'}`]
          : differences(own[key], other[key], `${at}.${key}`),
      );
    }
    if (Array.isArray(client) && Array.isArray(api) && client.length === api.length) {
      return client.flatMap((each, index) =>
        differences(each as Shape, api[index] as Shape, `${at}|${index}`),
      );
    }
  }
  if (JSON.stringify(client) === JSON.stringify(api)) return [];
  return [`${at} is ${JSON.stringify(client)} in the client, ${JSON.stringify(api)} in the API`];
}
