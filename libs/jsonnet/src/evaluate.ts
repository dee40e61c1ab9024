import type { EvaluateOptions, EvaluationResult } from './api.js';
import { Fault, jsonnetError } from './errors.js';
import { Evaluation } from './evaluation.js';
import { locate } from './locate.js';
import { toPlain } from './output.js';
import { withBudget } from './runtime/budget.js';
import { forgetTexts } from './runtime/text.js';

const DEFAULT_MAX_STACK = 500;
/** How many bytes an evaluation may take, unless its options say so. */
export const DEFAULT_MAX_MEMORY = 2 ** 30;

/**
 * Evaluates a Jsonnet program.
 *
 * @param source the text of the program
 * @throws JsonnetError when the program, an import or a limit is at fault. What a resolver throws is
 * the `cause` of one. Anything else is a defect of this library.
 */
export function evaluate(source: string, options: EvaluateOptions): EvaluationResult {
  const {
    maxStack = DEFAULT_MAX_STACK,
    maxSteps = Infinity,
    maxMemory = DEFAULT_MAX_MEMORY,
  } = options;
  const evaluation = new Evaluation(source, options);
  try {
    return withBudget({ maxStack, maxSteps, maxMemory }, () => {
      const root = evaluation.result();
      const value = toPlain(root);
      return {
        value,
        imports: evaluation.imports,
        locate: (path, { part = 'value' } = {}) => locate(root, evaluation.rootSpan, path, part),
        source: (path) => evaluation.source(path),
      };
    });
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    error.span ??= evaluation.rootSpan;
    throw jsonnetError(error);
  } finally {
    forgetTexts();
  }
}
