import { append } from '../append.js';
import type { Bindings } from '../modules/bindings.js';
import type { SyntaxNode } from '../python/syntax.js';
import { children } from '../python/syntax.js';
import type { Scope } from './values.js';

const METHODS =
  /^(?:append|extend|insert|remove|pop|popitem|clear|sort|reverse|update|setdefault|add|discard)$/;

const found = new WeakMap<Bindings, ReadonlyMap<string, readonly number[]>>();

/** Where statements change what a name stands for: `names.append('x')`, `sizes['x'] = 7`. */
export function changesOf(name: string, scope: Scope): readonly number[] {
  const { bindings, source } = scope;
  if (!bindings) return [];
  let known = found.get(bindings);
  if (!known) {
    known = collect(bindings, source.text);
    found.set(bindings, known);
  }
  return known.get(name) ?? [];
}

function collect({ assignments, calls }: Bindings, text: string): Map<string, number[]> {
  const places = new Map<string, number[]>();
  const add = (base: SyntaxNode | undefined) => {
    if (base?.name !== 'VariableName') return;
    const name = text.slice(base.from, base.to);
    append(places, name, base.from);
  };
  for (const { target } of assignments) {
    const [base, open] = children(target);
    if (open?.name === '[') add(base);
  }
  for (const call of calls) {
    const [base, dot, method] = call.firstChild ? children(call.firstChild) : [];
    if (dot?.name === '.' && method && METHODS.test(text.slice(method.from, method.to))) add(base);
  }
  return places;
}
