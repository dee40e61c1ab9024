import { group, literalDoc, prefixed, type Doc } from './layout.js';
import { isSymbol, type PythonSymbol } from './symbols.js';

/** A Python expression that names what it uses by symbols. */
export type Expression =
  PythonSymbol | Literal | Call | Subscript | Union | Member | List | Lambda | Verbatim;

/** A value of the config. */
export interface Literal {
  readonly literal: unknown;
}

/** `callee(positional, …, keyword=…)`. */
export interface Call {
  readonly callee: Expression;
  readonly positional: readonly Expression[];
  readonly keywords: Readonly<Record<string, Expression>>;
}

/** `base[items]`. */
export interface Subscript {
  readonly base: Expression;
  readonly items: readonly Expression[];
}

/** `left | right`. */
export interface Union {
  readonly left: Expression;
  readonly right: Expression;
}

/** `of.member` */
export interface Member {
  readonly of: Expression;
  readonly member: string;
}

/** `[elements]` */
export interface List {
  readonly elements: readonly Expression[];
}

/** `lambda: result` */
export interface Lambda {
  readonly result: Expression;
}

/** Source of the generator's own, such as `datetime.UTC`; never text of a config. */
export interface Verbatim {
  readonly source: string;
}

export function value(literal: unknown): Literal {
  return { literal };
}

export function verbatim(source: string): Verbatim {
  return { source };
}

export function call(
  callee: Expression,
  positional: readonly Expression[] = [],
  keywords: Readonly<Record<string, Expression | undefined>> = {},
): Call {
  const given: Record<string, Expression> = {};
  for (const key of Object.keys(keywords)) {
    if (keywords[key] !== undefined) given[key] = keywords[key];
  }
  return { callee, positional, keywords: given };
}

export function subscript(base: Expression, ...items: readonly Expression[]): Subscript {
  return { base, items };
}

export function union(left: Expression, right: Expression): Union {
  return { left, right };
}

export function member(of: Expression, name: string): Member {
  return { of, member: name };
}

/**
 * An expression as code to lay out.
 *
 * @param use says what a symbol is called in the file; see `Imports`.
 */
export function toDoc(expression: Expression, use: (symbol: PythonSymbol) => string): Doc {
  if (isSymbol(expression)) return use(expression);
  if ('literal' in expression) return literalDoc(expression.literal);
  if ('source' in expression) return expression.source;
  if ('callee' in expression) {
    const { callee, positional, keywords } = expression;
    const open = `${name(callee, use)}(`;
    const items = positional.map((argument) => toDoc(argument, use));
    for (const key of Object.keys(keywords)) {
      items.push(prefixed(`${key}=`, toDoc(keywords[key]!, use)));
    }
    return group(open, items);
  }
  if ('base' in expression) {
    const items = expression.items.map((item) => toDoc(item, use));
    return group(`${name(expression.base, use)}[`, items, ']');
  }
  if ('of' in expression) return `${name(expression.of, use)}.${expression.member}`;
  if ('elements' in expression) {
    return group(
      '[',
      expression.elements.map((element) => toDoc(element, use)),
      ']',
    );
  }
  if ('result' in expression) return prefixed('lambda: ', toDoc(expression.result, use));
  return { left: toDoc(expression.left, use), rest: `| ${name(expression.right, use)}` };
}

/** An expression that is never wider than a name. */
function name(expression: Expression, use: (symbol: PythonSymbol) => string): string {
  const doc = toDoc(expression, use);
  if (typeof doc !== 'string') throw new TypeError('A name was expected, not a larger expression.');
  return doc;
}
