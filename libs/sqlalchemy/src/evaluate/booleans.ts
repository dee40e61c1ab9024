import type { SyntaxNode } from '../python/syntax.js';
import { children } from '../python/syntax.js';
import { evaluate } from './evaluate.js';
import { originOf } from './names.js';
import { binary, unary } from './operators.js';
import type { Frame } from './scope.js';
import { unknown, type Value } from './values.js';

type Token = SyntaxNode | 'and' | 'or' | 'not';

/** Whether an expression is one of `and`, `or` and `not`. */
export function isBoolean(node: SyntaxNode): boolean {
  if (node.name !== 'BinaryExpression' && node.name !== 'UnaryExpression') return false;
  const names = children(node).map(({ name }) => name);
  return (
    names.some((name) => name === 'and' || name === 'or' || name === 'not') &&
    !names.includes('in') &&
    !names.includes('is')
  );
}

/**
 * Evaluates `and`, `or` and `not`. The grammar takes `not a and b` for `not (a and b)`, so the words
 * are put in order here.
 */
export function booleanExpression(node: SyntaxNode, frame: Frame): Value {
  const tokens = flatten(node);
  let at = 0;
  return either();

  function either(): Value {
    let value = both();
    while (tokens[at] === 'or') {
      at += 1;
      value = binary('or', value, both(), originOf(frame, node));
    }
    return value;
  }

  function both(): Value {
    let value = negated();
    while (tokens[at] === 'and') {
      at += 1;
      value = binary('and', value, negated(), originOf(frame, node));
    }
    return value;
  }

  function negated(): Value {
    let count = 0;
    for (; tokens[at] === 'not'; at += 1) count += 1;
    const operand = tokens[at];
    // What follows the word may be missing: `not` at the end of a line.
    if (operand === undefined || typeof operand === 'string') {
      return unknown('the expression is not complete', originOf(frame, node));
    }
    at += 1;
    let value = evaluate(operand, frame);
    for (; count > 0; count -= 1) value = unary('not', value, originOf(frame, node));
    return value;
  }
}

/** The operands and words in the order of the text; without recursion, since chains may be long. */
function flatten(node: SyntaxNode): Token[] {
  const tokens: Token[] = [];
  const open: SyntaxNode[] = [node];
  for (let next = open.pop(); next; next = open.pop()) {
    if (next.name === 'and' || next.name === 'or' || next.name === 'not') tokens.push(next.name);
    else if (isBoolean(next)) open.push(...children(next).reverse());
    else tokens.push(next);
  }
  return tokens;
}
