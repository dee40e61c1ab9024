import type { Source } from '../python/source.js';
import type { SyntaxNode } from '../python/syntax.js';
import { children, parse, type SyntaxProblem } from '../python/syntax.js';
import type { Scope } from '../evaluate/values.js';
import { collectBindings } from './bindings.js';
import type { Modules } from './modules.js';

/** A parsed module. */
export class PythonModule {
  readonly tree: SyntaxNode;
  readonly scope: Scope;
  /** Where the file stops being Python, or undefined. */
  readonly syntaxError: SyntaxProblem | undefined;

  constructor(
    readonly name: string,
    readonly isPackage: boolean,
    readonly source: Source,
    /** The modules that it is one of. */
    readonly all: Modules,
  ) {
    const { tree, error } = parse(source.text);
    this.tree = tree.topNode;
    this.syntaxError = error;
    this.scope = {
      kind: 'module',
      module: this,
      source,
      parent: undefined,
      bindings: collectBindings(children(this.tree), source.text),
      locals: undefined,
      owner: undefined,
    };
  }

  /** The full name of a module that an import in this one names; undefined when it leads nowhere. */
  absolute(name: string): string | undefined {
    const dots = /^\.*/.exec(name)![0].length;
    if (dots === 0) return name;
    const parts = this.name.split('.');
    const up = dots - (this.isPackage ? 1 : 0);
    if (up > parts.length) return undefined;
    return [...parts.slice(0, parts.length - up), name.slice(dots)].filter(Boolean).join('.');
  }
}
