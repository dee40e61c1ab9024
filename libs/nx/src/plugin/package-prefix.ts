import { tokenize, type Token } from '@rowhouse/jsonnet/syntax';

import { isField, isSymbol, stringValue } from '../jsonnet/tokens.js';

/** The `package_prefix` of a config, as far as its text alone tells. */
export type PackagePrefix =
  { readonly value: string } | { readonly value: undefined; readonly reason: string };

const FIELD = 'package_prefix';
const DEFAULT: PackagePrefix = { value: '_generated' };
const DOTTED_NAME = /^$|^[\p{L}_][\p{L}\p{N}_]*(?:\.[\p{L}_][\p{L}\p{N}_]*)*$/u;

/**
 * Reads `package_prefix` from the texts of a Jsonnet config and of its imports without evaluating
 * them. Nothing is guessed: unless every mention is one and the same string literal, the value is
 * undefined. (What an evaluation yields may still differ; the executor compares.)
 */
export function scanPackagePrefix(sources: Iterable<string>): PackagePrefix {
  const values = new Set<string>();
  for (const source of sources) {
    if (!source.includes(FIELD)) continue;
    const { tokens } = tokenize(source);
    for (const [index, token] of tokens.entries()) {
      if (!isField(token, FIELD) || isSymbol(tokens[index - 1], '.')) continue;
      const value = literalAfter(tokens, index);
      if (value === undefined) {
        return { value: undefined, reason: `its ${FIELD} is not a plain string literal` };
      }
      values.add(value);
    }
  }
  if (values.size > 1) {
    return { value: undefined, reason: `it sets ${FIELD} to different values` };
  }
  const [value] = values;
  return value === undefined ? DEFAULT : checked(value);
}

/** Reads the top-level `package_prefix` of a JSON config; a broken one has the default. */
export function jsonPackagePrefix(source: string): PackagePrefix {
  let config: unknown;
  try {
    config = JSON.parse(source);
  } catch {
    return DEFAULT;
  }
  const value = (config as Record<string, unknown> | null)?.[FIELD];
  return typeof value === 'string' ? checked(value) : DEFAULT;
}

/** The folder that a prefix stands for, relative to the project root; `.` for the empty one. */
export function prefixFolder(prefix: string): string {
  return prefix === '' ? '.' : prefix.replaceAll('.', '/');
}

function checked(value: string): PackagePrefix {
  return DOTTED_NAME.test(value)
    ? { value }
    : { value: undefined, reason: `its ${FIELD} is not a dotted name` };
}

/** The string of `name: 'value'`, when a `,` or `}` ends it. */
function literalAfter(tokens: readonly Token[], name: number): string | undefined {
  if (!isSymbol(tokens[name + 1], ':', '::', ':::')) return undefined;
  return isSymbol(tokens[name + 3], ',', '}') ? stringValue(tokens[name + 2]) : undefined;
}
