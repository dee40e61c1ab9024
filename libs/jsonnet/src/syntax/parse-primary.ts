import type { Expression, Import } from './ast.js';
import type { Cursor } from './cursor.js';
import { describe } from './cursor.js';
import { parseArray } from './parse-array.js';
import { parseConditional, parsePrelude } from './parse-control.js';
import { parseExpression } from './parse-expression.js';
import { parseFunction } from './parse-function.js';
import { parseObject } from './parse-object.js';
import { PRECEDENCE } from './precedence.js';

/** Parses what no operator and no index is part of. */
export function parsePrimary(cursor: Cursor): Expression {
  const { token } = cursor;
  const { start, end } = token;
  switch (token.kind) {
    case 'number':
      cursor.advance();
      return { kind: 'literal', value: Number(token.value.replaceAll('_', '')), start, end };
    case 'string':
    case 'textBlock':
      cursor.advance();
      return { kind: 'literal', value: token.value, start, end };
    case 'name':
      cursor.advance();
      return { kind: 'variable', name: token.value, start, end };
    case 'end':
      throw cursor.fault('expected an expression, found the end of the file');
    default:
      return parseSymbol(cursor);
  }
}

function parseSymbol(cursor: Cursor): Expression {
  const { value: symbol, start, end } = cursor.token;
  switch (symbol) {
    case 'null':
    case 'true':
    case 'false':
      cursor.advance();
      return { kind: 'literal', value: symbol === 'null' ? null : symbol === 'true', start, end };
    case '(': {
      cursor.advance();
      const inner = parseExpression(cursor);
      cursor.expect(')', 'to close the parenthesis');
      return inner;
    }
    case '{':
      return parseObject(cursor);
    case '[':
      return parseArray(cursor);
    case 'self':
      cursor.advance();
      markObject(cursor);
      return { kind: 'self', start, end };
    case '$':
      cursor.advance();
      if (cursor.objects[0]) cursor.objects[0].isReflexive = true;
      return { kind: 'dollar', start, end };
    case 'super':
      return parseSuper(cursor);
    case 'import':
    case 'importstr':
    case 'importbin':
      return parseImport(cursor, symbol);
    case 'function':
      return parseFunction(cursor);
    case 'if':
      return parseConditional(cursor);
    case 'local':
    case 'assert':
      return parsePrelude(cursor);
    case 'error': {
      cursor.advance();
      const message = parseExpression(cursor);
      return { kind: 'error', message, start, end: message.end };
    }
    default:
      throw cursor.fault(`expected an expression, found "${symbol}"`, HINTS.get(symbol));
  }
}

const HINTS: ReadonlyMap<string, string> = new Map([
  [',', 'there is a comma too many, or a value is missing before it'],
  ['=', 'equality is =='],
  ['else', 'the "if" before it has no "then"'],
  ['then', 'the condition between "if" and "then" is missing'],
]);

/** Marks the innermost object as one that its inside speaks of. */
export function markObject(cursor: Cursor): void {
  const object = cursor.objects.at(-1);
  if (object) object.isReflexive = true;
}

function parseSuper(cursor: Cursor): Expression {
  const { start } = cursor.advance();
  markObject(cursor);
  if (cursor.accept('.')) {
    const name = cursor.expectName('the name of a field after "super."');
    const index = { kind: 'literal', value: name.value, start: name.start, end: name.end } as const;
    return { kind: 'superIndex', index, start, end: name.end };
  }
  cursor.expect('[', 'or "." after "super"', 'super stands only before a field: super.name');
  const index = parseExpression(cursor);
  const { end } = cursor.expect(']', 'to end the index');
  return { kind: 'superIndex', index, start, end };
}

function parseImport(cursor: Cursor, form: Import['form']): Import {
  const { start } = cursor.advance();
  const path = cursor.token;
  if (path.kind !== 'string') {
    throw cursor.fault(
      `expected a path in quotes after "${form}", found ${describe(path)}`,
      'the path of an import is fixed: it cannot be computed',
    );
  }
  cursor.advance();
  const { kind, value } = cursor.token;
  if (kind === 'symbol' && ('.[({'.includes(value) || PRECEDENCE.has(value))) {
    throw cursor.fault(
      `expected the end of the import, found "${value}"`,
      `put the import in parentheses: (${form} '…')`,
    );
  }
  return { kind: 'import', form, specifier: path.value, start, end: path.end };
}
