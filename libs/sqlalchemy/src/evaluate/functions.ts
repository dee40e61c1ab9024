import { expression } from '../modules/bindings.js';
import type { SyntaxNode } from '../python/syntax.js';
import { children, split } from '../python/syntax.js';
import { evaluate, evaluateExpression } from './expressions.js';
import type { Arguments, ClassValue, Frame, FunctionValue, Origin, Value } from './values.js';
import { constant, describe, NONE, unknown } from './values.js';

export interface Parameter {
  readonly name: string;
  /** `positional` cannot be given by its name, `named` only so; `*` and `**` take the rest. */
  readonly kind: 'positional' | 'plain' | 'named' | '*' | '**';
  readonly default: SyntaxNode | undefined;
}

/** Decorators that leave what a function returns as it is. */
const PLAIN =
  /^@\s*(?:[\w.]*\.)?(?:staticmethod|classmethod|declared_attr(?:\.\w+)?|property|cache|lru_cache|override|declarative_mixin|no_type_check)\b/;

/** What a function of the project gives that is one `return`, or a lambda. */
export function callFunction(fn: FunctionValue, given: Arguments): Value {
  const { node, frame: defined } = fn;
  const changed = fn.decorators
    .map(({ from, to }) => defined.text.slice(from, to))
    .find((text) => !PLAIN.test(text));
  const cannot = (reason: string) => unknown(`${describe(fn)} ${reason}`, given.origin);
  if (changed !== undefined) return cannot(`is changed by ${changed}`);
  if (node.getChild('async')) return cannot('is asynchronous');
  const returned = node.name === 'LambdaExpression' ? node.lastChild : returnedBy(node);
  if (returned === undefined) return cannot('is more than one return');
  const locals = bind(fn, given);
  if (!(locals instanceof Map)) return locals;
  const frame = frameOfCall(fn, locals);
  if (returned?.name !== 'ReturnStatement') return returned ? evaluate(returned, frame) : NONE;
  const value = expression(children(returned).slice(1));
  return value ? evaluateExpression(value, frame) : NONE;
}

/** What a function gives that is called with nothing, as SQLAlchemy calls `relationship(lambda: …)`. */
export function resultOf(fn: FunctionValue, origin: Origin): Value {
  return callFunction(fn, {
    args: [],
    keywords: new Map(),
    open: undefined,
    origin,
    frame: fn.frame,
  });
}

/** Calls a function of a mixin for a class. */
export function callFor(fn: FunctionValue, cls: ClassValue, origin: Origin): Value {
  const args = parametersOf(fn).length > 0 ? [cls] : [];
  return callFunction(
    { ...fn, self: undefined },
    { args, keywords: new Map(), open: undefined, origin, frame: fn.frame },
  );
}

/** The only statement of a function but for its docstring, where it is a `return`; null for one that does nothing. */
function returnedBy(node: SyntaxNode): SyntaxNode | null | undefined {
  const body = node.getChild('Body');
  const [first, ...more] = (body ? children(body) : []).filter(
    ({ name, firstChild }) =>
      name !== ':' &&
      name !== 'PassStatement' &&
      !/^(?:String|ContinuedString|Ellipsis)$/.test(firstChild?.name ?? ''),
  );
  if (!first) return null;
  return first.name === 'ReturnStatement' && more.length === 0 ? first : undefined;
}

/** Where the body of a function is evaluated. */
export function frameOfCall({ frame }: FunctionValue, locals: Map<string, Value>): Frame {
  const { scope: parent, text } = frame;
  const { module, source, owner } = parent;
  const scope = { kind: 'function', module, source, parent, bindings: undefined, locals, owner };
  return { scope: { ...scope, kind: 'function' }, text };
}

/** Whether SQLAlchemy calls a function to make the attribute for each class. */
export function isDeclared(fn: FunctionValue): boolean {
  return fn.decorators.some((node) =>
    /^@\s*(?:[\w.]+\.)?(?:declared_attr|declarative_props)\b/.test(
      fn.frame.text.slice(node.from, node.to),
    ),
  );
}

/** The values of a function's parameters, or why they cannot be told. */
function bind(fn: FunctionValue, given: Arguments): Map<string, Value> | Value {
  const args = fn.self ? [fn.self, ...given.args] : [...given.args];
  const keywords = new Map(given.keywords);
  const locals = new Map<string, Value>();
  const open = given.open !== undefined;
  for (const { name, kind, default: initial } of parametersOf(fn)) {
    const named = kind === 'positional' ? undefined : keywords.get(name);
    let value: Value | undefined;
    if (kind === '*') value = { kind: 'sequence', type: 'tuple', items: args.splice(0), open };
    else if (kind === '**') {
      const entries = [...keywords].map(([key, each]) => [constant(key), each] as const);
      value = { kind: 'dict', entries, open };
      keywords.clear();
    } else if (kind !== 'named' && args.length > 0) value = args.shift();
    else if (named) {
      value = named;
      keywords.delete(name);
    } else if (initial && !open) value = evaluate(initial, fn.frame);
    locals.set(
      name,
      value ?? given.open ?? unknown(`${describe(fn)} is called without '${name}'`, given.origin),
    );
  }
  return args.length > 0 || keywords.size > 0
    ? unknown(`${describe(fn)} does not take these arguments`, given.origin)
    : locals;
}

/** The parameters of a function, in order. */
export function parametersOf(fn: FunctionValue): Parameter[] {
  const list = fn.node.getChild('ParamList');
  if (!list) return [];
  let named = false;
  const parts = split(
    children(list).filter(({ name }) => name !== '(' && name !== ')'),
    ',',
  );
  const slash = slashIn(list, fn.frame.text);
  return parts.flatMap((part): Parameter[] => {
    const star = part[0]?.name;
    const name = part.find((node) => node.name === 'VariableName');
    if (star === '*') named = true;
    if (!name) return [];
    const assigned = part.findIndex((node) => node.name === 'AssignOp');
    const kind =
      star === '*' || star === '**'
        ? star
        : named
          ? 'named'
          : name.to <= slash
            ? 'positional'
            : 'plain';
    const value = assigned < 0 ? undefined : part[assigned + 1];
    return [{ name: fn.frame.text.slice(name.from, name.to), kind, default: value }];
  });
}

/** Where a `/` ends the parameters that have no names for callers; the grammar has no node for it. */
function slashIn(list: SyntaxNode, text: string): number {
  const nodes = children(list);
  const at = nodes.findIndex((node, index) => {
    const next = nodes[index + 1];
    const isGap = node.name === ',' && (next?.name === ',' || next?.name === ')');
    return isGap && text.slice(node.to, next.from).replace(/#.*/g, '').includes('/');
  });
  return at < 0 ? -1 : nodes[at]!.to;
}
