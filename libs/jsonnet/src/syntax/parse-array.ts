import type { ArrayComprehension, ArrayLiteral, Clause, Expression } from './ast.js';
import type { Cursor } from './cursor.js';
import { parseExpression } from './parse-expression.js';
import { parseList } from './parse-list.js';

/** Parses `[ … ]`: an array, or an array comprehension. */
export function parseArray(cursor: Cursor): ArrayLiteral | ArrayComprehension {
  const open = cursor.advance();
  const elements: Expression[] = [];
  let clauses: Clause[] | undefined;
  parseList(cursor, ']', { name: 'element', list: 'the array', open }, () => {
    if (clauses) throw cursor.fault('an array comprehension ends after its clauses');
    if (cursor.at('for') && elements.length === 1) {
      clauses = parseClauses(cursor);
      return;
    }
    elements.push(parseExpression(cursor));
    if (cursor.at('for') && elements.length === 1) clauses = parseClauses(cursor);
  });
  const { start } = open;
  const { end } = cursor.previous;
  return clauses
    ? { kind: 'arrayComprehension', body: elements[0]!, clauses, start, end }
    : { kind: 'array', elements, start, end };
}

/** Parses `for x in xs if c …` up to the closing bracket. */
export function parseClauses(cursor: Cursor): Clause[] {
  const clauses: Clause[] = [];
  while (cursor.at('for') || (cursor.at('if') && clauses.length > 0)) {
    const { start, value } = cursor.advance();
    if (value === 'if') {
      const condition = parseExpression(cursor);
      clauses.push({ kind: 'if', condition, start, end: condition.end });
      continue;
    }
    const name = cursor.expectName('a variable after "for"');
    cursor.expect('in', 'after the variable of "for"');
    const array = parseExpression(cursor);
    clauses.push({ kind: 'for', name: name.value, nameNode: name, array, start, end: array.end });
  }
  return clauses;
}
