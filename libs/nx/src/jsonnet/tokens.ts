import type { Token } from '@rowhouse/jsonnet/syntax';

/** Whether a token is this keyword, operator or bracket. */
export function isSymbol(token: Token | undefined, ...symbols: readonly string[]): boolean {
  return token?.kind === 'symbol' && symbols.includes(token.value);
}

/** Whether a token is the field name `name`, written bare or quoted. */
export function isField(token: Token | undefined, name: string): boolean {
  return token?.kind === 'name' ? token.value === name : stringValue(token) === name;
}

/** The value of a string literal; undefined for any other token. */
export function stringValue(token: Token | undefined): string | undefined {
  return token?.kind === 'string' && !token.isMalformed ? token.value : undefined;
}
