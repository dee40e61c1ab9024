import { createRequire } from 'node:module';

import type * as common from '@lezer/common';
import type { SyntaxNode, Tree } from '@lezer/common';
import type * as lezer from '@lezer/python';

export type { SyntaxNode } from '@lezer/common';

/** Why not all of a text could be read, and from where on. */
export interface SyntaxProblem {
  readonly message: string;
  readonly offset: number;
}

/** A text as a tree, and where it stops being Python, if it does. */
export interface Parsed {
  readonly tree: Tree;
  readonly error: SyntaxProblem | undefined;
}

const require = createRequire(import.meta.url);

type Parser = typeof lezer.parser;

let loaded: Parser | undefined;

/** Loaded with the first text: to unpack its tables takes a tenth of generating a small project. */
function grammar() {
  return (loaded ??= withoutFalseDepth((require('@lezer/python') as typeof lezer).parser));
}

/**
 * The parser gives up a statement in which hundreds of nodes begin at one place: they may lie in each other, as in
 * a sum of so many terms. But it also counts what has no type and becomes no node: each blank line and each comment
 * of a class. It does not count what has an anonymous type, so these get one.
 */
function withoutFalseDepth(parser: Parser): Parser {
  const { NodeSet, NodeType } = require('@lezer/common') as typeof common;
  const { maxTerm } = parser as Parser & { readonly maxTerm: number };
  const types = [...parser.nodeSet.types];
  while (types.length <= maxTerm) types.push(NodeType.define({ id: types.length }));
  return changed(parser, { nodeSet: new NodeSet(types) });
}

/**
 * A parser with other settings. The original stays behind it as its prototype: V8 keeps the properties of the copy
 * that `configure` makes in a hash table, and parsing takes half as long again.
 */
function changed(parser: Parser, settings: object): Parser {
  return Object.assign(Object.create(parser) as Parser, settings);
}

/** Parses any text; what is no Python becomes error nodes in the tree. */
export function parse(text: string): Parsed {
  try {
    const tree = grammar().parse(text);
    return { tree, error: firstError(tree.topNode, text) };
  } catch (error) {
    // Each level of brackets and operators is a call inside the last: the stack is full.
    if (!(error instanceof RangeError)) throw error;
    const problem = { message: 'the code of this file is nested too deeply', offset: 0 };
    return { tree: grammar().parse(''), error: problem };
  }
}

/** The text of a decorator without its sign; the grammar has no expression for it. */
export function decoratorText(text: string, node: SyntaxNode): string {
  return text.slice(node.from + 1, node.to).trim();
}

/** The one expression that a text is, or undefined. */
export function parseExpression(text: string): SyntaxNode | undefined {
  // In parentheses, it may go over several lines.
  const statement = grammar().parse(`(${text}\n)`).topNode.firstChild;
  if (statement?.name !== 'ExpressionStatement' || statement.nextSibling) return undefined;
  return firstError(statement, text) === undefined
    ? (statement.firstChild ?? undefined)
    : undefined;
}

/** Where the text stops being Python, or undefined. */
function firstError(node: SyntaxNode, text: string): SyntaxProblem | undefined {
  let at: number | undefined;
  node.cursor().iterate((inner) => {
    if (at === undefined && inner.type.isError && !isInFunction(inner.node, text)) at = inner.from;
    return at === undefined;
  });
  if (at === undefined) return undefined;
  return { message: 'the file is not valid Python here', offset: at };
}

/**
 * Whether an error is in a function, and ends there: it may be Python that the grammar does not know, such as a pattern
 * of a `match`, and facts are from other code. What an open bracket takes in begins at the margin.
 */
function isInFunction(error: SyntaxNode, text: string): boolean {
  for (let at = error.parent; at; at = at.parent) {
    if (at.name === 'FunctionDefinition') return !/\n[^\s#)\]}]/.test(text.slice(at.from, at.to));
  }
  return false;
}

/** The children that mean something: no comments, no errors. */
export function children(node: SyntaxNode): SyntaxNode[] {
  const found: SyntaxNode[] = [];
  for (let child = node.firstChild; child; child = child.nextSibling) {
    if (child.name !== 'Comment' && !child.type.isError) found.push(child);
  }
  return found;
}

/** The parts of a list that commas (or other tokens) separate. */
export function split(nodes: readonly SyntaxNode[], separator: string): SyntaxNode[][] {
  const parts: SyntaxNode[][] = [[]];
  for (const node of nodes) {
    if (node.name === separator) parts.push([]);
    else parts.at(-1)!.push(node);
  }
  return parts;
}

/** The children between the brackets of a node. */
export function inside(node: SyntaxNode): SyntaxNode[] {
  return children(node).filter(({ name }) => !/^[()[\]{}]$/.test(name));
}

export interface Argument {
  /** `undefined` for a positional argument, `*` and `**` for splats. */
  readonly name: string | undefined;
  readonly value: SyntaxNode;
}

/** The arguments of a call or of a class. */
export function argumentsOf(list: SyntaxNode, text: string): Argument[] {
  return split(inside(list), ',').flatMap((part): Argument[] => {
    const [first, second, third] = part;
    if (!first) return [];
    if ((first.name === '*' || first.name === '**') && second) {
      return [{ name: first.name, value: second }];
    }
    if (second?.name === 'AssignOp' && third) {
      if (text.slice(second.from, second.to) === ':=') return [{ name: undefined, value: third }];
      return [{ name: text.slice(first.from, first.to), value: third }];
    }
    return [{ name: undefined, value: first }];
  });
}

/** A generator as the only argument: `list(x for x in y)` has no node of its own. */
export function isBareGenerator(list: SyntaxNode): boolean {
  return list.getChild('for') !== null;
}
