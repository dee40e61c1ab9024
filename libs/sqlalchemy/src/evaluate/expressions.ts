import type { Expression } from '../modules/bindings.js';
import type { SyntaxNode } from '../python/syntax.js';
import type { Frame, Value } from './values.js';
import { sequence } from './values.js';

/**
 * Names, classes and functions lead back to expressions, which lead to them. `evaluate.ts` puts its function here, so that the
 * files below it need not import it.
 */
export const expressions = {} as { evaluate: (node: SyntaxNode, frame: Frame) => Value };

/** What an expression stands for. It never fails: what it cannot tell is unknown. */
export function evaluate(node: SyntaxNode, frame: Frame): Value {
  return expressions.evaluate(node, frame);
}

/** Evaluates one side of a statement. */
export function evaluateExpression({ nodes, tuple }: Expression, frame: Frame): Value {
  return tuple ? sequence(nodes.map((node) => evaluate(node, frame))) : evaluate(nodes[0]!, frame);
}
