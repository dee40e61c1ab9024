import type {
  Assertion,
  Bind,
  Clause,
  Expression,
  Field,
  FunctionLiteral,
  ObjectComprehension,
  ObjectLiteral,
  Visibility,
} from './ast.js';
import type { Cursor } from './cursor.js';
import { describe } from './cursor.js';
import { parseClauses } from './parse-array.js';
import { parseAssertion } from './parse-control.js';
import { parseExpression } from './parse-expression.js';
import { named, parseBind, parseParameters } from './parse-function.js';
import { parseList } from './parse-list.js';
import type { Token } from './token.js';
import { KEYWORDS } from './token.js';

/** What the braces hold, in the order of the source. */
interface Members {
  readonly fields: Field[];
  readonly locals: Bind[];
  readonly assertions: Assertion[];
  clauses: Clause[] | undefined;
}

/** Parses `{ … }`: an object, or an object comprehension. */
export function parseObject(cursor: Cursor): ObjectLiteral | ObjectComprehension {
  const open = cursor.advance();
  const object = { isReflexive: false };
  const members: Members = { fields: [], locals: [], assertions: [], clauses: undefined };
  cursor.objects.push(object);
  const words = { name: 'field', list: 'the object', open, startsItem: startsField };
  parseList(cursor, '}', words, () => {
    if (members.clauses) throw cursor.fault('an object comprehension ends after its clauses');
    if (!cursor.at('for')) parseMember(cursor, members);
    if (!cursor.at('for')) return;
    // The clauses are evaluated outside the object that they make.
    cursor.objects.pop();
    members.clauses = parseClauses(cursor);
    cursor.objects.push(object);
  });
  cursor.objects.pop();
  const span = { start: open.start, end: cursor.previous.end };
  const { fields, locals, assertions, clauses } = members;
  const isReflexive = object.isReflexive || locals.length > 0 || assertions.length > 0;
  if (!clauses) return { kind: 'object', fields, locals, assertions, isReflexive, ...span };
  return comprehension(cursor, members, clauses, { isReflexive, ...span });
}

function comprehension(
  cursor: Cursor,
  { fields, locals, assertions }: Members,
  clauses: Clause[],
  rest: { isReflexive: boolean; start: number; end: number },
): ObjectComprehension {
  const [field] = fields;
  if (assertions.length > 0) {
    throw cursor.fault('an object comprehension cannot have assertions', undefined, assertions[0]);
  }
  if (!field || fields.length > 1) {
    throw cursor.fault(
      'an object comprehension has exactly one field',
      undefined,
      fields[1] ?? rest,
    );
  }
  if (!field.isComputed) {
    const hint = 'write [name]: value for name in …';
    throw cursor.fault(
      'the field of an object comprehension has a computed name',
      hint,
      field.name,
    );
  }
  return { kind: 'objectComprehension', field, locals, clauses, ...rest };
}

/** Whether the place looks like the beginning of a field. */
function startsField(cursor: Cursor): boolean {
  const { kind, value } = cursor.token;
  if (kind === 'symbol') return value === '[' || value === 'local' || value === 'assert';
  const next = cursor.peek();
  return next.kind === 'symbol' && /^(?:\(|=|\+?:{1,3})$/.test(next.value);
}

function parseMember(cursor: Cursor, members: Members): void {
  if (cursor.accept('local')) members.locals.push(parseBind(cursor));
  else if (cursor.at('assert')) members.assertions.push(parseAssertion(cursor));
  else members.fields.push(parseField(cursor));
}

function parseField(cursor: Cursor): Field {
  const first = cursor.token;
  const isComputed = cursor.at('[');
  const name = parseFieldName(cursor);
  const label = name.kind === 'literal' ? String(name.value) : '[computed]';
  const parameters = cursor.at('(') ? parseParameters(cursor) : undefined;
  const colon = cursor.token;
  const form = colon.kind === 'symbol' ? /^(\+?)(:{1,3})$/.exec(colon.value) : undefined;
  if (!form) {
    const found = describe(colon);
    const isEquals = colon.kind === 'symbol' && colon.value === '=';
    throw cursor.fault(
      `expected ":" after the field name ${label}, found ${found}`,
      isEquals ? `a field is written with ":": ${label}: …` : undefined,
    );
  }
  const extends_ = form[1] === '+';
  const visibility = form[2] as Visibility;
  if (parameters && extends_) {
    throw cursor.fault(`a method cannot be extended with "${colon.value}"`, 'use ":"');
  }
  cursor.advance();
  const body = parseExpression(cursor);
  const method = (): FunctionLiteral => ({
    kind: 'function',
    name: label,
    parameters: parameters!,
    body,
    start: first.start,
    end: body.end,
  });
  const value = parameters ? method() : named(body, label);
  const span = { start: first.start, end: body.end };
  return { name, isComputed, visibility, extends: extends_, value, ...span };
}

function parseFieldName(cursor: Cursor): Expression {
  const { token } = cursor;
  if (token.kind === 'name' || token.kind === 'string' || token.kind === 'textBlock') {
    const { value, start, end } = cursor.advance();
    return { kind: 'literal', value, start, end };
  }
  if (!cursor.accept('[')) {
    throw cursor.fault(`expected a field, found ${describe(token)}`, fieldHint(token));
  }
  // A computed name is evaluated outside the object.
  const object = cursor.objects.pop()!;
  const computed = parseExpression(cursor);
  cursor.objects.push(object);
  cursor.expect(']', 'to end the computed field name');
  return computed;
}

function fieldHint(token: Token): string | undefined {
  if (token.kind !== 'symbol') {
    return token.kind === 'number' ? `put the name in quotes: '${token.value}'` : undefined;
  }
  if (KEYWORDS.has(token.value)) {
    return `"${token.value}" is a word of the language; put it in quotes: '${token.value}'`;
  }
  return token.value === ',' ? 'there is a comma too many' : undefined;
}
