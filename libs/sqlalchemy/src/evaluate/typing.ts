import type { NamedSubscript, Value } from './values.js';
import { same } from './values.js';

/** `Annotated[T, …]` */
export function isAnnotated(value: Value): value is NamedSubscript {
  return isSubscriptOf(value, 'Annotated');
}

/** `Literal['draft', 'published']` */
export function isLiteral(value: Value): value is NamedSubscript {
  return isSubscriptOf(value, 'Literal');
}

function isSubscriptOf(value: Value, name: string): value is NamedSubscript {
  return value.kind === 'subscript' && isOfTyping(value.base, name);
}

function isOfTyping(value: Value, name: string): boolean {
  return (
    value.kind === 'symbol' &&
    (value.path === `typing.${name}` || value.path === `typing_extensions.${name}`)
  );
}

/** The arguments of a subscript: Python makes one `Annotated` or `Literal` of one inside of another. */
export function flattened(base: Value, args: readonly Value[]): readonly Value[] {
  if (isOfTyping(base, 'Annotated')) {
    const [inner, ...rest] = args;
    return inner && isAnnotated(inner) ? [...inner.args, ...rest] : args;
  }
  if (!isOfTyping(base, 'Literal')) return args;
  const found: Value[] = [];
  for (const arg of args.flatMap((one) => (isLiteral(one) ? one.args : [one])))
    if (!found.some((other) => same(other, arg))) found.push(arg);
  return found;
}
