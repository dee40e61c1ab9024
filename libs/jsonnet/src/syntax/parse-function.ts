import type { Bind, Expression, FunctionLiteral, Parameter } from './ast.js';
import type { Cursor } from './cursor.js';
import { parseExpression } from './parse-expression.js';
import { parseList } from './parse-list.js';

/** Parses `function(…) body`. */
export function parseFunction(cursor: Cursor): FunctionLiteral {
  const { start } = cursor.advance();
  const parameters = parseParameters(cursor);
  const body = parseExpression(cursor);
  return { kind: 'function', name: '', parameters, body, start, end: body.end };
}

/** Parses `(a, b=1)`. */
export function parseParameters(cursor: Cursor): Parameter[] {
  const open = cursor.expect('(', 'before the parameters of a function');
  const parameters: Parameter[] = [];
  parseList(cursor, ')', { name: 'parameter', list: 'the parameter list', open }, () => {
    const { value: name, start, end } = cursor.expectName('the name of a parameter');
    const fallback = cursor.accept('=') ? parseExpression(cursor) : undefined;
    parameters.push({ name, default: fallback, start, end });
  });
  return parameters;
}

/** Parses `name = value` or `name(parameters) = value`. */
export function parseBind(cursor: Cursor): Bind {
  const nameNode = cursor.expectName('the name of a local variable');
  const name = nameNode.value;
  const parameters = cursor.at('(') ? parseParameters(cursor) : undefined;
  const hint = cursor.at(':') ? `a local is written with "=": local ${name} = …` : undefined;
  cursor.expect('=', `after "${name}"`, hint);
  const value = parseExpression(cursor);
  const { start } = nameNode;
  const { end } = value;
  if (parameters) {
    const body: FunctionLiteral = { kind: 'function', name, parameters, body: value, start, end };
    return { name, nameNode, value: body, start, end };
  }
  return { name, nameNode, value: named(value, name), start, end };
}

/** A function takes the name it is bound to. */
export function named(value: Expression, name: string): Expression {
  return value.kind === 'function' && value.name === '' ? { ...value, name } : value;
}
