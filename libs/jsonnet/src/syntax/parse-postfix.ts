import type { Call, Expression, NamedArgument } from './ast.js';
import type { Cursor } from './cursor.js';
import { MAX_NESTING } from './cursor.js';
import { parseExpression } from './parse-expression.js';
import { parseList } from './parse-list.js';
import { parseObject } from './parse-object.js';
import { parsePrimary } from './parse-primary.js';

/** Parses a primary and the indexes, slices, calls and objects that follow it. */
export function parsePostfix(cursor: Cursor): Expression {
  let expression = parsePrimary(cursor);
  for (let length = 0; ; length++) {
    if (length > MAX_NESTING) throw cursor.fault(`more than ${MAX_NESTING} steps in one chain`);
    const { start } = expression;
    if (cursor.accept('.')) {
      const name = cursor.expectName('the name of a field after "."');
      const index = {
        kind: 'literal',
        value: name.value,
        start: name.start,
        end: name.end,
      } as const;
      expression = { kind: 'index', target: expression, index, start, end: name.end };
    } else if (cursor.at('[')) {
      expression = parseIndexOrSlice(cursor, expression);
    } else if (cursor.at('(')) {
      expression = parseCall(cursor, expression);
    } else if (cursor.at('{')) {
      const right = parseObject(cursor);
      expression = {
        kind: 'binary',
        operator: '+',
        left: expression,
        right,
        start,
        end: right.end,
      };
    } else {
      return expression;
    }
  }
}

function parseIndexOrSlice(cursor: Cursor, target: Expression): Expression {
  const open = cursor.advance();
  const { start } = target;
  const part = (): Expression | undefined =>
    cursor.at(':') || cursor.at('::') || cursor.at(']') ? undefined : parseExpression(cursor);
  const from = part();
  if (cursor.at(']')) {
    if (!from) throw cursor.fault('expected an index between "[" and "]"', undefined, open);
    return { kind: 'index', target, index: from, start, end: cursor.advance().end };
  }
  let to: Expression | undefined;
  let step: Expression | undefined;
  if (cursor.accept('::')) {
    step = part();
  } else if (cursor.accept(':')) {
    to = part();
    if (cursor.accept(':')) step = part();
  }
  const { end } = cursor.expect(']', 'to end the index');
  return { kind: 'slice', target, from, to, step, start, end };
}

function parseCall(cursor: Cursor, callee: Expression): Call {
  const open = cursor.advance();
  const positional: Expression[] = [];
  const named: NamedArgument[] = [];
  parseList(cursor, ')', { name: 'argument', list: 'the call', open }, () => {
    const next = cursor.peek();
    if (cursor.token.kind === 'name' && next.kind === 'symbol' && next.value === '=') {
      const name = cursor.advance();
      cursor.advance();
      const value = parseExpression(cursor);
      named.push({ name: name.value, value, start: name.start, end: value.end });
      return;
    }
    const argument = parseExpression(cursor);
    if (named.length > 0) {
      throw cursor.fault('a positional argument after a named one', 'name it too', argument);
    }
    positional.push(argument);
  });
  const { end } = cursor.previous;
  const isTailStrict = cursor.accept('tailstrict');
  return { kind: 'call', callee, positional, named, isTailStrict, start: callee.start, end };
}
