import type { Bindings } from '../modules/bindings.js';
import type { PythonModule } from '../modules/module.js';
import type { Source } from '../python/source.js';
import type { ClassValue, Value } from './values.js';

/** Where names are looked up: a module, the body of a class, a call of a function. */
export interface Scope {
  readonly kind: 'module' | 'class' | 'function';
  readonly module: PythonModule;
  readonly source: Source;
  readonly parent: Scope | undefined;
  /** What its statements bind; a function's are run one by one instead. */
  readonly bindings: Bindings | undefined;
  readonly locals: Map<string, Value> | undefined;
  /** The class whose body this is, or whose method runs. */
  readonly owner: ClassValue | undefined;
}

/** An expression's surroundings. */
export interface Frame {
  readonly scope: Scope;
  /** The text that nodes point into: the module's, or that of a string annotation. */
  readonly text: string;
  /** Where in the source the expression is; by default where its node is. */
  readonly offset?: number;
  /** Whether all of the module has run when the expression is evaluated. */
  readonly late?: boolean;
  /** Whether names that only type checkers see count. */
  readonly typing?: boolean;
}

/** The frame in which the statements of a scope are evaluated. */
export function frameOf(scope: Scope): Frame {
  return { scope, text: scope.source.text };
}

/** The frame in which the annotations of a scope are evaluated. */
export function annotationFrame(scope: Scope): Frame {
  return { scope, text: scope.source.text, late: true, typing: true };
}
