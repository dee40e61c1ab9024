import type { ClassValue } from '../evaluate/values.js';
import { stringValue } from '../python/literals.js';
import type { Source } from '../python/source.js';
import { children, type SyntaxNode } from '../python/syntax.js';

/** The docstring of a class, in one line; null when it has none. */
export function docstringOf(cls: ClassValue): string | null {
  return docstringIn(cls.node, cls.outer.source);
}

/** The docstring of a class or a function, in one line; null when it has none. */
export function docstringIn(node: SyntaxNode | undefined, source: Source): string | null {
  const [first] = statementsOf(node);
  return textOf(first, source);
}

/** The string below an attribute, which tools read as its documentation; null when there is none. */
export function attributeDocstring(cls: ClassValue, offset: number): string | null {
  const statements = statementsOf(cls.node);
  const index = statements.findIndex(({ from, to }) => from <= offset && offset < to);
  return index < 0 ? null : textOf(statements[index + 1], cls.outer.source);
}

function statementsOf(node: SyntaxNode | undefined): readonly SyntaxNode[] {
  const body = node?.getChild('Body');
  return body ? children(body).filter(({ name }) => name !== ':') : [];
}

function textOf(statement: SyntaxNode | undefined, source: Source): string | null {
  const literal = statement?.name === 'ExpressionStatement' ? statement.firstChild : null;
  if (literal?.name !== 'String') return null;
  return inOneLine(stringValue(source.text.slice(literal.from, literal.to)));
}

/** The first paragraph of a text, in one line; null when there is none. */
export function inOneLine(text: string | undefined): string | null {
  const [paragraph = ''] = (text ?? '').trim().split(/\n\s*\n/);
  return paragraph.replace(/\s+/g, ' ') || null;
}
