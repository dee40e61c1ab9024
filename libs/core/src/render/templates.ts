import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

import ejs from 'ejs';

import type { AnyTarget } from '../target/target.js';

/** A template. */
interface Template {
  readonly filename: string;
  readonly text: string;
  /** The words of its code: all that can be variables. */
  readonly words: readonly string[];
  /** Compiled, by the variables that it is given. */
  readonly compiled: Map<string, ejs.TemplateFunction>;
}

/**
 * The EJS templates of one target. `<%= value %>` writes a literal of the target's
 * language, `<%- text %>` inserts text as it is. `include('/parts/x.ejs', { … })` renders another
 * template in place; a leading slash means the target's template directory.
 */
export class Templates {
  readonly #templates = new Map<string, Template>();

  constructor(private readonly target: AnyTarget) {}

  /**
   * Renders a template. Its variables are `include` and the members of `layers`: those of the first that has one. It is
   * given the few that it names, since most views have several times as many.
   */
  render(name: string, layers: readonly object[]): string {
    const template = this.#template(name);
    const include = (path: string, variables?: object): string =>
      this.render(this.#included(path, name), variables ? [variables, ...layers] : layers);
    const given: Record<string, unknown> = { include };
    for (const word of template.words) {
      for (const layer of layers) {
        if (!Object.hasOwn(layer, word)) continue;
        given[word] = (layer as Readonly<Record<string, unknown>>)[word];
        break;
      }
    }
    const members = Object.keys(given);
    const key = members.join();
    let write = template.compiled.get(key);
    if (!write) template.compiled.set(key, (write = this.#compile(template, members)));
    return write(given);
  }

  /** A leading slash means the target's templates; other paths are relative to the template. */
  #included(path: string, template: string): string {
    return path.startsWith('/')
      ? path.slice(1)
      : resolve(this.target.templates, dirname(template), path);
  }

  #template(name: string): Template {
    let template = this.#templates.get(name);
    if (!template) {
      const filename = resolve(this.target.templates, name);
      const text = readFileSync(filename, 'utf8');
      template = { filename, text, words: wordsOf(text), compiled: new Map() };
      this.#templates.set(name, template);
    }
    return template;
  }

  /** Variables are declared: to look each up where it is used, as EJS does, takes long. */
  #compile({ filename, text }: Template, members: string[]): ejs.TemplateFunction {
    const options = {
      filename,
      strict: true,
      // `include` is ours: EJS's own would compile another template for the variables of this one. That a
      // variable can have its name, and errors tell the template's line, comes with `compileDebug`.
      destructuredLocals: members,
      compileDebug: true,
      // The variables are used as they are, without a copy.
      unsafePrototypeLocals: true,
      escape: (value: unknown) => this.target.literal(value),
    };
    return ejs.compile(text, options);
  }
}

/** The words in its code that can be variables: no members, but those of `locals`. */
function wordsOf(text: string): readonly string[] {
  const code = Array.from(text.matchAll(/<%([^]*?)%>/g), ([, inside]) => inside);
  return [...new Set(code.join(' ').match(word))];
}

const word =
  /(?<=\blocals\??\.|\.\.\.|(?<![\p{ID_Continue}$.]))[\p{ID_Start}$_][\p{ID_Continue}$]*/gu;
