import type { BinaryOperator, Expression, UnaryOperator } from './ast.js';
import type { Cursor } from './cursor.js';
import { markObject } from './parse-primary.js';
import { parsePostfix } from './parse-postfix.js';
import { PRECEDENCE } from './precedence.js';

const UNARY: ReadonlySet<string> = new Set<UnaryOperator>(['!', '-', '+', '~']);

export function parseExpression(cursor: Cursor): Expression {
  return cursor.nested(() => parseBinary(cursor, 1));
}

function parseBinary(cursor: Cursor, lowest: number): Expression {
  let left = parseUnary(cursor);
  for (;;) {
    const token = cursor.token;
    const precedence = token.kind === 'symbol' ? PRECEDENCE.get(token.value) : undefined;
    if (precedence === undefined || precedence < lowest) return left;
    cursor.advance();
    if (token.value === 'in' && cursor.at('super') && !isIndexed(cursor)) {
      markObject(cursor);
      const { end } = cursor.advance();
      left = { kind: 'inSuper', index: left, start: left.start, end };
      continue;
    }
    const operator = token.value as BinaryOperator;
    const right = parseBinary(cursor, precedence + 1);
    left = { kind: 'binary', operator, left, right, start: left.start, end: right.end };
  }
}

function isIndexed(cursor: Cursor): boolean {
  const next = cursor.peek();
  return next.kind === 'symbol' && (next.value === '.' || next.value === '[');
}

function parseUnary(cursor: Cursor): Expression {
  const { token } = cursor;
  if (token.kind !== 'symbol' || !UNARY.has(token.value)) return parsePostfix(cursor);
  cursor.advance();
  const operand = cursor.nested(() => parseUnary(cursor));
  const operator = token.value as UnaryOperator;
  return { kind: 'unary', operator, operand, start: token.start, end: operand.end };
}
