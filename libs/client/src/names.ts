/** `blog_posts`, `blog-posts` and `blogPosts` in words. */
function wordsOf(name: string): readonly string[] {
  return name.match(/[A-Z]?[\p{Ll}\p{Lo}]+|[A-Z]+(?![\p{Ll}])|\d+/gu) ?? [];
}

/** `blog-posts` is `blogPosts`. */
export function camelCase(name: string): string {
  const [first = '', ...rest] = wordsOf(name);
  return [first.toLowerCase(), ...rest.map(capitalized)].join('');
}

/** `count_by_status` is `CountByStatus`. */
export function pascalCase(name: string): string {
  return wordsOf(name).map(capitalized).join('');
}

function capitalized(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1).toLowerCase();
}

/** Words that cannot name a variable of a module, in strict mode. */
const keywords = new Set(
  (
    'arguments await break case catch class const continue debugger default delete do else enum eval ' +
    'export extends false finally for function if implements import in instanceof interface let new null ' +
    'package private protected public return static super switch this throw true try typeof var void while ' +
    'with yield'
  ).split(' '),
);

export function isKeyword(name: string): boolean {
  return keywords.has(name);
}

/** An object with a `then` is taken for a promise. */
const misleading = new Set(['then', 'constructor', 'prototype', '__proto__']);

/**
 * Names for the members of an object: a name that is taken, or that would mislead, gets a `_`.
 *
 * @param taken what the object has of its own.
 */
export class Names {
  readonly #taken: Set<string>;

  constructor(taken: Iterable<string>) {
    this.#taken = new Set([...misleading, ...taken]);
  }

  claim(name: string): string {
    let own = /^\d/.test(name) || name === '' ? `_${name}` : name;
    while (this.#taken.has(own)) own += '_';
    this.#taken.add(own);
    return own;
  }
}
