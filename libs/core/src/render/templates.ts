import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

import ejs from 'ejs';

import type { AnyTarget } from '../target/target.js';

/** A template, compiled for the views that have these members. */
interface Compiled {
  readonly members: readonly string[];
  readonly write: ejs.TemplateFunction;
}

/**
 * The EJS templates of one target, each compiled once. `<%= value %>` writes a literal of the target's
 * language, `<%- text %>` inserts text as it is. `include('/parts/x.ejs', { … })` renders another
 * template in place; a leading slash means the target's template directory.
 */
export class Templates {
  readonly #compiled = new Map<string, Compiled[]>();

  constructor(private readonly target: AnyTarget) {}

  /** Renders a template. Its variables are the members of `view`, which is given `include`. */
  render(template: string, view: object): string {
    const include = (path: string, variables?: object): string =>
      this.render(this.#included(path, template), { ...view, ...variables });
    const variables = Object.assign(view, { include });
    return this.#compiledFor(template, Object.keys(variables))(variables);
  }

  /** A leading slash means the target's templates; other paths are relative to the template. */
  #included(path: string, template: string): string {
    return path.startsWith('/')
      ? path.slice(1)
      : resolve(this.target.templates, dirname(template), path);
  }

  /** Variables are declared, so each shape of view has its own: to look each up, as EJS does, takes long. */
  #compiledFor(template: string, members: string[]): ejs.TemplateFunction {
    let shapes = this.#compiled.get(template);
    if (!shapes) this.#compiled.set(template, (shapes = []));
    let shape = shapes.find((known) => isSame(known.members, members));
    if (!shape) shapes.push((shape = { members, write: this.#compile(template, members) }));
    return shape.write;
  }

  #compile(template: string, members: string[]): ejs.TemplateFunction {
    const filename = resolve(this.target.templates, template);
    const text = readFileSync(filename, 'utf8');
    const options = {
      filename,
      strict: true,
      // `include` is ours: EJS's own would compile another template for the variables of this one. That a
      // variable can have its name, and errors tell the template's line, comes with `compileDebug`.
      // Most views have several times as many members as their template uses.
      destructuredLocals: members.filter((member) => text.includes(member)),
      compileDebug: true,
      // A view is used as it is, without a copy.
      unsafePrototypeLocals: true,
      escape: (value: unknown) => this.target.literal(value),
    };
    return ejs.compile(text, options);
  }
}

/** A loop, as it is asked for each view. */
function isSame(left: readonly string[], right: readonly string[]): boolean {
  if (left.length !== right.length) return false;
  for (let index = 0; index < left.length; index++) {
    if (left[index] !== right[index]) return false;
  }
  return true;
}
