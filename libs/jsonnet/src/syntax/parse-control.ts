import type { Assertion, Expression } from './ast.js';
import type { Cursor } from './cursor.js';
import { parseExpression } from './parse-expression.js';
import { parseBind } from './parse-function.js';

/** Parses an `if` with all its `else if`, which do not count as nesting. */
export function parseConditional(cursor: Cursor): Expression {
  const branches: { start: number; condition: Expression; then: Expression }[] = [];
  let last: Expression | undefined;
  do {
    const { start } = cursor.advance();
    const condition = parseExpression(cursor);
    cursor.expect('then', 'after the condition');
    branches.push({ start, condition, then: parseExpression(cursor) });
    if (!cursor.accept('else')) break;
    if (!cursor.at('if')) last = parseExpression(cursor);
  } while (last === undefined);
  return branches.reduceRight<Expression | undefined>((otherwise, { start, condition, then }) => {
    const { end } = otherwise ?? then;
    return { kind: 'conditional', condition, then, else: otherwise, start, end };
  }, last)!;
}

/** Parses the `local …;` and `assert …;` before an expression; they do not count as nesting. */
export function parsePrelude(cursor: Cursor): Expression {
  const parts: ((body: Expression) => Expression)[] = [];
  while (cursor.at('local') || cursor.at('assert')) {
    const { start } = cursor.token;
    if (cursor.at('assert')) {
      const assertion = parseAssertion(cursor);
      parts.push((body) => ({ kind: 'assert', assertion, body, start, end: body.end }));
      cursor.expect(';', 'after the assertion', '… and then the expression it guards');
    } else {
      cursor.advance();
      const binds = [parseBind(cursor)];
      while (cursor.accept(',')) {
        if (cursor.at(';')) break;
        binds.push(parseBind(cursor));
      }
      parts.push((body) => ({ kind: 'local', binds, body, start, end: body.end }));
      cursor.expect(';', 'after the local', '… and then the expression that uses it');
    }
  }
  return parts.reduceRight((body, wrap) => wrap(body), parseExpression(cursor));
}

/** Parses `assert condition : message`. */
export function parseAssertion(cursor: Cursor): Assertion {
  const { start } = cursor.advance();
  const condition = parseExpression(cursor);
  const message = cursor.accept(':') ? parseExpression(cursor) : undefined;
  return { condition, message, start, end: (message ?? condition).end };
}
