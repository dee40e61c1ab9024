import type { ClassValue, Origin } from '../evaluate/values.js';
import { stringValue } from '../python/literals.js';
import type { Source } from '../python/source.js';
import type { SyntaxNode } from '../python/syntax.js';

/** The docstring of a class, in one line; null when it has none. */
export function docstringOf(cls: ClassValue): string | null {
  return docstringIn(cls.node, cls.outer.source);
}

/** The docstring of a class or a function, in one line; null when it has none. */
export function docstringIn(node: SyntaxNode | undefined, source: Source): string | null {
  return textOf(statementFrom(node?.getChild('Body')?.firstChild), source);
}

/** The string below an attribute, which tools read as its documentation; null when there is none. */
export function attributeDocstring(
  cls: ClassValue,
  { source, offset }: Pick<Origin, 'source' | 'offset'>,
): string | null {
  // Another module may add the attribute.
  if (source !== cls.module.source) return null;
  const statement = cls.node?.getChild('Body')?.childAfter(offset);
  if (!statement || statement.from > offset) return null;
  return textOf(statementFrom(statement.nextSibling), source);
}

/** The first statement from a child of a body on. */
function statementFrom(child: SyntaxNode | null | undefined): SyntaxNode | null | undefined {
  let at = child;
  while (at && isNoStatement(at)) at = at.nextSibling;
  return at;
}

function isNoStatement({ name, type }: SyntaxNode): boolean {
  return name === ':' || name === 'Comment' || type.isError;
}

function textOf(statement: SyntaxNode | null | undefined, source: Source): string | null {
  const literal = statement?.name === 'ExpressionStatement' ? statement.firstChild : null;
  if (literal?.name !== 'String') return null;
  return inOneLine(stringValue(source.text.slice(literal.from, literal.to)));
}

/** The first paragraph of a text, in one line; null when there is none. */
export function inOneLine(text: string | undefined): string | null {
  const [paragraph = ''] = (text ?? '').trim().split(/\n\s*\n/);
  return paragraph.replace(/\s+/g, ' ') || null;
}
