import { collectBindings, expression } from '../modules/bindings.js';
import type { SyntaxNode } from '../python/syntax.js';
import { children, split } from '../python/syntax.js';
import type { Arguments } from './calls.js';
import { iterate } from './comprehensions.js';
import { evaluate, evaluateExpression } from './evaluate.js';
import { classValue, functionValue, valueOf } from './names.js';
import { binary } from './operators.js';
import type { Frame, Scope } from './scope.js';
import { truth } from './truth.js';
import type { FunctionValue, Value } from './values.js';
import { constant, describe, isString, NONE, unknown } from './values.js';

/** Loops over longer lists are not followed. */
const MAX_TURNS = 1000;

export interface Parameter {
  readonly name: string;
  /** `positional` cannot be given by its name, `named` only so; `*` and `**` take the rest. */
  readonly kind: 'positional' | 'plain' | 'named' | '*' | '**';
  readonly default: SyntaxNode | undefined;
}

/** Follows a function of the project, as far as its statements are plain. */
export function callFunction(fn: FunctionValue, given: Arguments): Value {
  const decorated = fn.decorators.map((node) => fn.frame.text.slice(node.from, node.to));
  const plain =
    /^@\s*(?:[\w.]*\.)?(?:staticmethod|classmethod|declared_attr(?:\.\w+)?|property|cache|lru_cache|override|declarative_mixin|no_type_check)\b/;
  const changed = decorated.find((text) => !plain.test(text));
  if (changed !== undefined)
    return unknown(`${describe(fn)} is changed by ${changed}`, given.origin);
  if (fn.node.getChild('async')) return unknown(`${describe(fn)} is asynchronous`, given.origin);
  const locals = bind(fn, given);
  if (!(locals instanceof Map)) return locals;
  const frame = frameOfCall(fn, locals);
  const body = fn.node.getChild('Body');
  if (fn.node.name === 'LambdaExpression') {
    return fn.node.lastChild ? evaluate(fn.node.lastChild, frame) : NONE;
  }
  if (!body) return unknown(`${describe(fn)} has no body`, given.origin);
  return run(body, frame, given) ?? NONE;
}

/** Where the body of a function is evaluated. */
export function frameOfCall({ frame }: FunctionValue, locals: Map<string, Value>): Frame {
  const { scope: parent, text } = frame;
  const { module, source, owner } = parent;
  const scope: Scope = {
    kind: 'function',
    module,
    source,
    parent,
    bindings: undefined,
    locals,
    owner,
  };
  return { scope, text };
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
  const parameters = parametersOf(fn);
  const args = fn.self ? [fn.self, ...given.args] : [...given.args];
  const keywords = new Map(given.keywords);
  const locals = new Map<string, Value>();
  const missing = (name: string) =>
    given.open ?? unknown(`${describe(fn)} is called without '${name}'`, given.origin);
  for (const parameter of parameters) {
    const { name } = parameter;
    if (parameter.kind === '*') {
      locals.set(name, {
        kind: 'sequence',
        type: 'tuple',
        items: args.splice(0),
        open: given.open !== undefined,
      });
    } else if (parameter.kind === '**') {
      const entries = [...keywords].map(([key, value]) => [constant(key), value] as const);
      locals.set(name, { kind: 'dict', entries, open: given.open !== undefined });
      keywords.clear();
    } else if (parameter.kind !== 'named' && args.length > 0) {
      locals.set(name, args.shift()!);
    } else if (parameter.kind !== 'positional' && keywords.has(name)) {
      locals.set(name, keywords.get(name)!);
      keywords.delete(name);
    } else if (parameter.default && !given.open) {
      locals.set(name, evaluate(parameter.default, fn.frame));
    } else {
      locals.set(name, missing(name));
    }
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

/** Runs statements until one returns; undefined when none does. */
function run(block: SyntaxNode, frame: Frame, given: Arguments): Value | undefined {
  for (let node = block.firstChild; node; node = node.nextSibling) {
    const result = step(node, frame, given);
    if (result) return result;
  }
  return undefined;
}

function step(node: SyntaxNode, frame: Frame, given: Arguments): Value | undefined {
  const origin = given.origin;
  const locals = frame.scope.locals!;
  switch (node.name) {
    case 'ReturnStatement': {
      const value = expression(children(node).slice(1));
      return value ? evaluateExpression(value, frame) : NONE;
    }
    case 'ExpressionStatement':
      if (node.firstChild?.name === 'CallExpression') evaluate(node.firstChild, frame);
      return undefined;
    case 'AssignStatement':
      assign(node, frame);
      return undefined;
    case 'UpdateStatement': {
      const [target, , value] = children(node);
      if (target?.name !== 'VariableName' || !value) return undefined;
      const name = frame.text.slice(target.from, target.to);
      locals.set(name, binary('+', evaluate(target, frame), evaluate(value, frame), origin));
      return undefined;
    }
    case 'IfStatement':
      return branch(node, frame, given);
    case 'ForStatement':
      return loop(node, frame, given);
    case 'TryStatement':
      return attempt(node, frame, given);
    case 'WithStatement': {
      const body = node.getChild('Body');
      return body ? run(body, frame, given) : undefined;
    }
    case 'ImportStatement': {
      const { names } = collectBindings([node], frame.text);
      for (const [name, [binding]] of names) locals.set(name, valueOf(binding!, frame.scope));
      return undefined;
    }
    case 'ClassDefinition':
    case 'FunctionDefinition':
    case 'DecoratedStatement': {
      define(node, frame);
      return undefined;
    }
    case 'RaiseStatement':
      return unknown('the function raises an error', origin);
    case 'WhileStatement':
    case 'MatchStatement':
    case 'YieldStatement':
      return unknown('the function is not evaluated', origin);
    default:
      return undefined;
  }
}

function define(node: SyntaxNode, frame: Frame): void {
  const definition =
    node.getChild('ClassDefinition') ?? node.getChild('FunctionDefinition') ?? node;
  const nameNode = definition.getChild('VariableName');
  if (!nameNode) return;
  const name = frame.text.slice(nameNode.from, nameNode.to);
  const binding = {
    name,
    node: definition,
    from: node.from,
    decorators: node.getChildren('Decorator'),
  };
  frame.scope.locals!.set(
    name,
    definition.name === 'ClassDefinition'
      ? classValue(binding, frame.scope)
      : functionValue(binding, frame.scope),
  );
}

function assign(node: SyntaxNode, frame: Frame): void {
  const locals = frame.scope.locals!;
  const { names, assignments } = collectBindings([node], frame.text);
  for (const [name, [binding]] of names) {
    if (!binding?.value) continue;
    const value = evaluateExpression(binding.value, frame);
    if (binding.index === undefined) locals.set(name, value);
    else {
      const item = value.kind === 'sequence' ? value.items[binding.index] : undefined;
      locals.set(
        name,
        item ?? unknown('the value is unpacked', { source: frame.scope.source, offset: node.from }),
      );
    }
  }
  for (const { target, value } of assignments) {
    const [base, open, key] = children(target);
    if (!base || open?.name !== '[' || !key) continue;
    const dict = evaluate(base, frame);
    if (dict.kind !== 'dict') continue;
    const index = evaluate(key, frame);
    setEntry(dict, index, evaluateExpression(value, frame));
  }
}

/** Sets an entry of a dictionary that a function made. */
export function setEntry(dict: Extract<Value, { kind: 'dict' }>, key: Value, value: Value): void {
  const entries = dict.entries as [Value, Value][];
  if (!isString(key)) {
    dict.open = true;
    return;
  }
  const index = entries.findIndex(([other]) => isString(other) && other.value === key.value);
  if (index < 0) entries.push([key, value]);
  else entries[index] = [key, value];
}

function branch(node: SyntaxNode, frame: Frame, given: Arguments): Value | undefined {
  let condition: SyntaxNode | undefined;
  for (const child of children(node)) {
    if (child.name !== 'Body') {
      if (!['if', 'elif', 'else'].includes(child.name)) condition = child;
      continue;
    }
    const holds = condition ? truth(evaluate(condition, frame)) : true;
    if (holds === undefined)
      return unknown('the function depends on an unknown value', given.origin);
    if (holds) return run(child, frame, given);
    condition = undefined;
  }
  return undefined;
}

/** The body of a `try`, as far as it is sure that nothing in it raises an error. */
function attempt(node: SyntaxNode, frame: Frame, given: Arguments): Value | undefined {
  const [body, ...handlers] = node.getChildren('Body');
  if (!body) return undefined;
  const result = run(body, frame, given);
  const unsure = unknown('the function depends on an exception', given.origin);
  const text = frame.text.slice(body.to, node.to);
  const isCaught = handlers.length > 0 && /^\s*except\b/.test(text);
  // A module that is not there is not read either.
  if (!isCaught || /^\s*except\s*\(?\s*(?:ImportError|ModuleNotFoundError)\b/.test(text))
    return result;
  if (result) return isSure(result) ? result : unsure;
  const { names } = collectBindings(handlers.flatMap(children), frame.text);
  for (const name of names.keys()) {
    const value = frame.scope.locals!.get(name);
    if (!value || !isSure(value)) frame.scope.locals!.set(name, unsure);
  }
  return /\breturn\b/.test(text) && !isSureOf(body, frame) ? unsure : undefined;
}

/** Whether everything that a block assigns has a value, so that nothing in it failed. */
function isSureOf(body: SyntaxNode, frame: Frame): boolean {
  const { names } = collectBindings(children(body), frame.text);
  return [...names.keys()].every((name) => {
    const value = frame.scope.locals!.get(name);
    return value !== undefined && isSure(value);
  });
}

/** Whether a value is sure to be there: `cls.table_name` may raise an error. */
function isSure(value: Value): boolean {
  switch (value.kind) {
    case 'call':
      return isSure(value.callee) && [...value.args, ...value.keywords.values()].every(isSure);
    case 'sequence':
      return value.items.every(isSure);
    case 'dict':
      return value.entries.every(([key, item]) => isSure(key) && isSure(item));
    default:
      return value.kind !== 'unknown' && value.kind !== 'attribute';
  }
}

function loop(node: SyntaxNode, frame: Frame, given: Arguments): Value | undefined {
  const parts = children(node);
  const inside = parts.findIndex(({ name }) => name === 'in');
  const targets = parts.slice(1, inside).filter(({ name }) => name === 'VariableName');
  const over = parts[inside + 1];
  const body = node.getChild('Body');
  const list = over && iterate(evaluate(over, frame));
  if (!body || !list || list.open || list.items.length > MAX_TURNS || targets.length !== 1) {
    return unknown('the function contains a loop, which is not evaluated', given.origin);
  }
  const name = frame.text.slice(targets[0]!.from, targets[0]!.to);
  for (const item of list.items) {
    frame.scope.locals!.set(name, item);
    const result = run(body, frame, given);
    if (result) return result;
  }
  return undefined;
}
