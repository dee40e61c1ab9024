import { tokenize, type Token } from '@rowhouse/jsonnet/syntax';

import { isField, isSymbol, stringValue } from '../jsonnet/tokens.js';

/** What makes values under a key that its tokens do not tell. */
const MAKERS = /\b(?:parseJson|parseYaml|extVar|native|mapWithKey)\b/;

/**
 * The values that the texts of a config have under some keys, without evaluating them. Nothing is
 * guessed: unless each mention of a key has a string literal, a list of such, or `true`, `false` or `null`, and no key
 * is computed, it is undefined.
 */
export function literalValues(
  sources: Iterable<string>,
  keys: readonly string[],
): Readonly<Record<string, readonly string[]>> | undefined {
  const values: Record<string, string[]> = Object.fromEntries(keys.map((key) => [key, []]));
  for (const source of sources) {
    if (MAKERS.test(source)) return undefined;
    const { tokens } = tokenize(source);
    for (const [index, token] of tokens.entries()) {
      if (isSymbol(token, ']') && isColon(tokens[index + 1])) return undefined;
      const key = keys.find((each) => isField(token, each));
      // A text that is no key, and a field that is read.
      if (key === undefined || isSymbol(tokens[index - 1], '.')) continue;
      if (token.kind === 'string' && !isColon(tokens[index + 1])) {
        if (isAdded(tokens, index + 1)) return undefined;
        continue;
      }
      const found = isColon(tokens[index + 1]) ? literalsAt(tokens, index + 2) : undefined;
      if (found === undefined) return undefined;
      values[key]!.push(...found);
    }
  }
  return values;
}

function isColon(token: Token | undefined): boolean {
  return isSymbol(token, ':', '::', ':::');
}

/** `+:`, which adds to what another object has. */
function isAdded(tokens: readonly Token[], index: number): boolean {
  const isPlus = isSymbol(tokens[index], '+') && isColon(tokens[index + 1]);
  return isPlus || isSymbol(tokens[index], '+:', '+::', '+:::');
}

/** A literal, or the literals of a list, when a `,` or `}` ends it. */
function literalsAt(tokens: readonly Token[], start: number): readonly string[] | undefined {
  const found: string[] = [];
  let end = start + 1;
  const single = stringValue(tokens[start]);
  if (single !== undefined) found.push(single);
  else if (isSymbol(tokens[start], '[')) {
    for (; !isSymbol(tokens[end], ']'); end += 1) {
      const item = stringValue(tokens[end]);
      if (item !== undefined) found.push(item);
      else if (!isSymbol(tokens[end], ',')) return undefined;
    }
    end += 1;
  } else if (!isSymbol(tokens[start], 'true', 'false', 'null')) return undefined;
  return isSymbol(tokens[end], ',', '}') ? found : undefined;
}
