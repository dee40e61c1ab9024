import { builtin, dottedSymbol, isBuiltin, isStandardLibrary, symbol } from '@rowhouse/python';
import * as z from 'zod';

import { identifierProblem } from './identifiers.js';
import { refuse } from './rule.js';

/** `shop.models.Member`, `dict[str, typing.Any]`, `shop.auth.Member | None`. */
const shape = /^[\w.]+(?:\[(?:[\w.[\]| ]|, )+\])?(?: \| [\w.]+(?:\[(?:[\w.[\]| ]|, )+\])?)*$/;
const names = /[\w.]+/g;

/** A type of Python, each name of it a built-in or a dotted path. */
export const pythonType = z.string().check(
  refuse((type) => {
    const problem = {
      code: 'invalid-dotted-path',
      message: "expected a type by its dotted path, such as 'app.auth.Member'",
    };
    if (!shape.test(type) || !isBalanced(type)) return problem;
    const isKnown = (name: string) => {
      const parts = name.split('.');
      if (parts.length === 1) return name === 'None' || isBuiltin(name);
      return parts.every((part) => identifierProblem(part) === undefined);
    };
    return type.match(names)!.every(isKnown) ? undefined : problem;
  }),
);

function isBalanced(type: string): boolean {
  let depth = 0;
  for (const character of type) {
    if (character === '[') depth++;
    if (character === ']' && --depth < 0) return false;
  }
  return depth === 0 && !type.includes('[]');
}

/** A type as generated code writes it: symbols in place of its names. */
export function typeSource(type: string): string {
  return type.replace(names, (name) => {
    if (name === 'None') return name;
    const dot = name.lastIndexOf('.');
    if (dot < 0) return String(builtin(name));
    if (!isStandardLibrary(name.slice(0, name.indexOf('.')))) return String(dottedSymbol(name));
    return String(symbol(name.slice(0, dot), name.slice(dot + 1)));
  });
}
