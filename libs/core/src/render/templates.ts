import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

import ejs from 'ejs';

import type { AnyTarget } from '../target/target.js';

/** A template, compiled for the views that have these members. */
interface Compiled {
  readonly members: readonly string[];
  readonly write: ejs.TemplateFunction;
}

/**
 * The EJS templates of one target, each compiled once. The members of a view are the template's
 * variables; `<%= value %>` writes a literal of the target's language, `<%- text %>` inserts text as it is.
 */
export class Templates {
  readonly #compiled = new Map<string, Compiled[]>();

  constructor(private readonly target: AnyTarget) {}

  render(template: string, view: object): string {
    const members = Object.keys(view);
    let shapes = this.#compiled.get(template);
    if (!shapes) this.#compiled.set(template, (shapes = []));
    let shape = shapes.find((known) => isSame(known.members, members));
    if (!shape) shapes.push((shape = { members, write: this.#compile(template, members) }));
    return shape.write(view as ejs.Data);
  }

  /** Strict functions cannot have a `with`, so each shape of view gets its own. */
  #compile(template: string, members: string[]): ejs.TemplateFunction {
    const filename = resolve(this.target.templates, template);
    const options = {
      filename,
      strict: true,
      localsName: 'view',
      destructuredLocals: members,
      // A view is used as it is, without a copy; nothing looks a variable up in it at run time.
      unsafePrototypeLocals: true,
      escape: (value: unknown) => this.target.literal(value),
      includer: () => {
        throw new Error('A template includes nothing: compute the text in the view.');
      },
    };
    return ejs.compile(readFileSync(filename, 'utf8'), options);
  }
}

function isSame(left: readonly string[], right: readonly string[]): boolean {
  return left.length === right.length && left.every((member, index) => member === right[index]);
}
