import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';

import type { Tree } from '../../devkit.js';
import { ImportFinder } from '@rowhouse/core/imports';
import { evaluate, tokenize } from '@rowhouse/jsonnet';

import { isField, isSymbol } from '../../jsonnet/tokens.js';

/** The settings of the client in a config. */
export interface ClientEntry {
  readonly out: string;
  readonly query?: string;
  readonly validation?: string;
}

/**
 * Writes `client` into a config, below its `version`. The new text is evaluated, and must differ by the entry alone.
 *
 * @returns false when the config has a client.
 * @throws Error that shows the entry, when the config's text has no place for it.
 */
export function insertClient(tree: Tree, config: string, client: ClientEntry): boolean {
  const source = tree.read(config, 'utf8')!;
  const before = evaluateConfig(tree, config, source);
  if (before.client !== undefined) return false;
  const isJson = config.endsWith('.json');
  const text = isJson ? JSON.stringify(client) : jsonnet(client);
  const entry = `${isJson ? '"client"' : 'client'}: ${text}`;
  const { tokens } = tokenize(source);
  const version = tokens.findIndex(
    (token, index) =>
      isField(token, 'version') &&
      isSymbol(tokens[index + 1], ':') &&
      isSymbol(tokens[index + 3], ',', '}'),
  );
  const value = tokens[version + 2];
  if (version >= 0 && value !== undefined) {
    const line = source.slice(0, tokens[version]!.start).split('\n').at(-1)!;
    const isOnOwnLine = /^\s*$/.test(line);
    const separator = isOnOwnLine ? `,\n${line}` : ', ';
    const changed = source.slice(0, value.end) + separator + entry + source.slice(value.end);
    const after = evaluateConfig(tree, config, changed);
    if (isDeepStrictEqual(after, { ...before, client })) {
      tree.write(config, changed);
      return true;
    }
  }
  throw new Error(
    `${config}: its version is not written as version: '1'. Add this by hand:\n\n${entry}\n`,
  );
}

function evaluateConfig(tree: Tree, config: string, text: string): { readonly client?: unknown } {
  const { resolve } = new ImportFinder();
  const { value } = evaluate(text, { filename: join(tree.root, config), resolve });
  return value as { readonly client?: unknown };
}

function jsonnet(client: ClientEntry): string {
  // Neither a folder nor a name of the schema has a quote.
  const members = Object.entries(client).map(([name, value]) => `${name}: '${value}'`);
  return `{ ${members.join(', ')} }`;
}
