import type {
  ArrayComprehension,
  ArrayLiteral,
  Assertion,
  BinaryOperator,
  Bind,
  Call,
  Clause,
  Expression,
  FunctionLiteral,
  Import,
  NamedArgument,
  Parameter,
  UnaryOperator,
} from './ast.js';
import type { Cursor } from './cursor.js';
import { MAX_NESTING, describe } from './cursor.js';
import { parseList } from './parse-list.js';
import { parseObject } from './parse-object.js';

/** Operators by how tightly they bind; all are left-associative. */
const PRECEDENCE: ReadonlyMap<string, number> = new Map(
  [
    ['||'],
    ['&&'],
    ['|'],
    ['^'],
    ['&'],
    ['==', '!='],
    ['<', '>', '<=', '>=', 'in'],
    ['<<', '>>'],
    ['+', '-'],
    ['*', '/', '%'],
  ].flatMap((operators, level) => operators.map((operator) => [operator, level + 1] as const)),
);

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

function parsePostfix(cursor: Cursor): Expression {
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

function parsePrimary(cursor: Cursor): Expression {
  const { token } = cursor;
  const { start, end } = token;
  switch (token.kind) {
    case 'number':
      cursor.advance();
      return { kind: 'literal', value: token.number, start, end };
    case 'string':
      cursor.advance();
      return { kind: 'literal', value: token.value, start, end };
    case 'name':
      cursor.advance();
      return { kind: 'variable', name: token.value, start, end };
    case 'end':
      throw cursor.fault('expected an expression, found the end of the file');
    case 'symbol':
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
function markObject(cursor: Cursor): void {
  const object = cursor.objects.at(-1);
  if (object) object.isReflexive = true;
}

function parseArray(cursor: Cursor): ArrayLiteral | ArrayComprehension {
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
  if (path.kind !== 'string' || path.isTextBlock) {
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

function parseFunction(cursor: Cursor): FunctionLiteral {
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

/** Parses an `if` with all its `else if`, which do not count as nesting. */
function parseConditional(cursor: Cursor): Expression {
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
function parsePrelude(cursor: Cursor): Expression {
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
