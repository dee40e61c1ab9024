import { numberValue, stringValue, unescape } from '../python/literals.js';
import type { SyntaxNode } from '../python/syntax.js';
import { argumentsOf, children, inside, isBareGenerator, split } from '../python/syntax.js';
import { attributeOf, subscript } from './attributes.js';
import { call } from './calls.js';
import { evaluate, expressions } from './expressions.js';
import { iterate } from './iterate.js';
import { lookup, originOf } from './names.js';
import { binary, unary } from './operators.js';
import { text as textOf } from './text.js';
import { truth } from './truth.js';
import type { Frame, Sequence, UnknownValue, Value } from './values.js';
import { constant, NONE, sequence, unknown } from './values.js';

/** How deep expressions and calls may be inside each other. */
const MAX_DEPTH = 150;
/** How many expressions are evaluated for one model; real ones take some thousands. */
const MAX_STEPS = 2_000_000;

/** Evaluates expressions for all files below. */
export function evaluateAll(): void {
  expressions.evaluate = evaluateDeeply;
}

function evaluateDeeply(node: SyntaxNode, frame: Frame): Value {
  const session = frame.scope.module.all;
  if (session.depth >= MAX_DEPTH)
    return unknown('the code is nested too deeply', originOf(frame, node));
  if ((session.steps += 1) > MAX_STEPS)
    return unknown('the code takes too long to evaluate', originOf(frame, node));
  session.depth += 1;
  try {
    return dispatch(node, frame);
  } finally {
    session.depth -= 1;
  }
}

function dispatch(node: SyntaxNode, frame: Frame): Value {
  const written = () => frame.text.slice(node.from, node.to);
  const cannot = (reason: string) => unknown(reason, originOf(frame, node));
  switch (node.name) {
    case 'VariableName':
      return lookup(written(), frame, node);
    case 'Boolean':
      return constant(written() === 'True');
    case 'None':
      return NONE;
    case 'Number': {
      const value = numberValue(written());
      return value === undefined ? cannot(`${written()} is not evaluated`) : constant(value);
    }
    case 'String': {
      const value = stringValue(written());
      return value === undefined
        ? { ...cannot('bytes are not evaluated'), plain: true }
        : constant(value);
    }
    case 'ContinuedString':
      return concatenate(
        children(node).map((part) => evaluate(part, frame)),
        cannot,
      );
    case 'FormatString':
      return formatString(node, frame);
    case 'ParenthesizedExpression':
    case 'ExpressionStatement': {
      const [inner] = inside(node);
      return inner ? evaluate(inner, frame) : cannot('an empty expression');
    }
    case 'TupleExpression':
      return items(node, frame, 'tuple');
    case 'ArrayExpression':
      return items(node, frame, 'list');
    case 'SetExpression':
      return items(node, frame, 'set');
    case 'DictionaryExpression':
      return dictionary(node, frame);
    case 'ArrayComprehensionExpression':
    case 'ComprehensionExpression':
      return comprehension(node, frame);
    case 'MemberExpression':
      return member(node, frame);
    case 'CallExpression':
      return callExpression(node, frame);
    case 'BinaryExpression':
      return binaryExpression(node, frame);
    case 'UnaryExpression': {
      const [operator, operand] = children(node);
      // The grammar takes `not a and b` for `not (a and b)`.
      if (!operator || !operand || (operator.name === 'not' && operand.name === 'BinaryExpression'))
        break;
      const sign = frame.text.slice(operator.from, operator.to);
      return unary(sign, evaluate(operand, frame), originOf(frame, node));
    }
    case 'ConditionalExpression':
      return conditional(node, frame);
    case 'LambdaExpression':
      return { kind: 'function', name: 'lambda', node, frame, decorators: [], self: undefined };
    default:
  }
  return cannot('this kind of expression is not evaluated');
}

/** Whatever its parts are, the whole is a text. */
function concatenate(parts: readonly Value[], cannot: (reason: string) => UnknownValue): Value {
  const texts = parts.map(textOf);
  const lost = parts.find((part) => part.kind === 'unknown');
  return texts.every((part) => part !== undefined)
    ? constant(texts.join(''))
    : { ...(lost ?? cannot('the text is not known')), plain: true };
}

function formatString(node: SyntaxNode, frame: Frame): Value {
  const cannot = (reason: string): UnknownValue => ({
    ...unknown(reason, originOf(frame, node)),
    plain: true,
  });
  const literal = frame.text.slice(node.from, node.to);
  const opening = /^([a-zA-Z]*)("""|'''|"|')/.exec(literal);
  if (!opening) return cannot('the text is not known');
  if (/t/i.test(opening[1]!)) return cannot('a template is not a string');
  const raw = /r/i.test(opening[1]!);
  const plain = (from: number, to: number) => {
    const part = frame.text.slice(from, to).replaceAll('{{', '{').replaceAll('}}', '}');
    return constant(raw ? part : unescape(part));
  };
  const parts: Value[] = [];
  let at = node.from + opening[0].length;
  for (const part of node.getChildren('FormatReplacement')) {
    if (part.getChild('FormatSpec') ?? part.getChild('FormatConversion')) {
      return cannot('the format of the string is not evaluated');
    }
    parts.push(plain(at, part.from));
    const [inner] = inside(part);
    parts.push(inner ? evaluate(inner, frame) : cannot('an empty expression'));
    at = part.to;
  }
  parts.push(plain(at, node.to - opening[2]!.length));
  return concatenate(parts, cannot);
}

/** `[member.value for member in Status]`: one name, one list, no condition. */
function comprehension(node: SyntaxNode, frame: Frame): Value {
  const cannot = unknown('this kind of comprehension is not evaluated', originOf(frame, node));
  const [result, , target, , over, ...rest] = children(node).filter(
    ({ name }) => !/^[()[\]{}]$/.test(name),
  );
  if (!result || target?.name !== 'VariableName' || !over || rest.length > 0) return cannot;
  const list = iterate(evaluate(over, frame));
  if (!list || list.open) return cannot;
  const name = frame.text.slice(target.from, target.to);
  const items = list.items.map((item) => {
    const { scope } = frame;
    const own = { ...scope, parent: scope, bindings: undefined, locals: new Map([[name, item]]) };
    return evaluate(result, { ...frame, scope: { ...own, kind: 'function' } });
  });
  return sequence(items, 'list');
}

function items(node: SyntaxNode, frame: Frame, type: Sequence['type']): Value {
  const found: Value[] = [];
  let open = false;
  for (const [first, second] of split(inside(node), ',')) {
    if (!first) continue;
    if (first.name === '*' && second) {
      const splat = iterate(evaluate(second, frame));
      found.push(...(splat?.items ?? []));
      open ||= !splat || splat.open;
    } else {
      found.push(evaluate(first, frame));
    }
  }
  return { kind: 'sequence', type, items: found, open };
}

function dictionary(node: SyntaxNode, frame: Frame): Value {
  const entries: (readonly [Value, Value])[] = [];
  let open = false;
  for (const part of split(inside(node), ',')) {
    const [first, second, third] = part;
    if (first?.name === '**' && second) {
      const splat = evaluate(second, frame);
      if (splat.kind === 'dict') entries.push(...splat.entries);
      open ||= splat.kind !== 'dict' || splat.open;
    } else if (first && third) {
      entries.push([evaluate(first, frame), evaluate(third, frame)]);
    }
  }
  return { kind: 'dict', entries, open };
}

function member(node: SyntaxNode, frame: Frame): Value {
  const [base, punctuation, ...rest] = children(node);
  const origin = originOf(frame, node);
  if (!base || !punctuation) return unknown('an empty expression', origin);
  const value = evaluate(base, frame);
  if (punctuation.name === '.') {
    const name = rest[0];
    if (!name) return unknown('a name is missing', origin);
    return attributeOf(value, frame.text.slice(name.from, name.to), origin);
  }
  const indexes = rest.filter(({ name }) => name !== ']');
  if (indexes.some(({ name }) => name === ':')) return unknown('slices are not evaluated', origin);
  const args = split(indexes, ',').flatMap(([first, second]) =>
    !first ? [] : [evaluate(first.name === '*' && second ? second : first, frame)],
  );
  return subscript(value, args, origin);
}

function callExpression(node: SyntaxNode, frame: Frame): Value {
  const [callee, list] = children(node);
  const origin = originOf(frame, node);
  if (!callee || list?.name !== 'ArgList') return unknown('an empty expression', origin);
  const target = evaluate(callee, frame);
  if (isBareGenerator(list)) {
    return call(target, {
      args: [comprehension(list, frame)],
      keywords: new Map(),
      open: undefined,
      origin,
      frame,
    });
  }
  const args: Value[] = [];
  const keywords = new Map<string, Value>();
  let open: UnknownValue | undefined;
  for (const argument of argumentsOf(list, frame.text)) {
    const value = evaluate(argument.value, frame);
    if (argument.name === undefined) {
      args.push(value);
    } else if (argument.name === '*') {
      const list = iterate(value);
      args.push(...(list?.items ?? []));
      if (!list || list.open) open = unknown('its arguments come from an unknown list', origin);
    } else if (argument.name === '**') {
      if (value.kind === 'dict') {
        for (const [key, item] of value.entries) {
          if (key.kind === 'constant' && typeof key.value === 'string')
            keywords.set(key.value, item);
          else open = unknown('the names of its arguments are unknown', origin);
        }
      }
      if (value.kind !== 'dict' || value.open)
        open = unknown('its arguments come from an unknown dict', origin);
    } else {
      keywords.set(argument.name, value);
    }
  }
  return call(target, { args, keywords, open, origin, frame });
}

/** A chain such as `a | b | c` leans to the left, and may be longer than JavaScript's stack is deep. */
function binaryExpression(node: SyntaxNode, frame: Frame): Value {
  const chain: [operator: string, right: SyntaxNode][] = [];
  let left: SyntaxNode = node;
  while (left.name === 'BinaryExpression') {
    const parts = children(left);
    const first = parts[0];
    const last = parts.at(-1);
    if (!first || !last || parts.length < 3)
      return unknown('an empty expression', originOf(frame, node));
    const operator = parts
      .slice(1, -1)
      .map(({ from, to }) => frame.text.slice(from, to))
      .join(' ');
    chain.push([operator, last]);
    left = first;
  }
  chain.reverse();
  if (chain.every(([operator]) => operator === '|')) {
    const members = [left, ...chain.map(([, right]) => right)].map((part) => evaluate(part, frame));
    return { kind: 'union', members };
  }
  let value = evaluate(left, frame);
  for (const [operator, right] of chain) {
    value = binary(operator, value, evaluate(right, frame), originOf(frame, right));
  }
  return value;
}

function conditional(node: SyntaxNode, frame: Frame): Value {
  const [yes, , condition, , no] = children(node);
  if (!yes || !condition || !no) return unknown('an empty expression', originOf(frame, node));
  const known = truth(evaluate(condition, frame));
  if (known !== undefined) return evaluate(known ? yes : no, frame);
  return unknown('it depends on an unknown value', originOf(frame, node));
}
