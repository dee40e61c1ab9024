import type { Source } from '../python/source.js';
import type { SyntaxNode } from '../python/syntax.js';
import { children, firstError, parse } from '../python/syntax.js';
import type { Scope } from '../evaluate/scope.js';
import { collectBindings } from './bindings.js';
import type { Modules } from './modules.js';

/** A parsed module. */
export class PythonModule {
  readonly tree: SyntaxNode;
  readonly scope: Scope;
  private error: number | null | undefined;

  constructor(
    readonly name: string,
    readonly isPackage: boolean,
    readonly source: Source,
    /** The modules that it is one of. */
    readonly all: Modules,
  ) {
    this.tree = parse(source.text).topNode;
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

  /** Where the file stops being Python, or undefined. */
  get syntaxError(): number | undefined {
    if (this.error === undefined) this.error = firstError(this.tree) ?? null;
    return this.error ?? undefined;
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
