import { lineLength } from './layout.js';
import { pluralKebabCase, snakeCase } from './names.js';

/** How prose calls the rows of a model. */
export interface Noun {
  /** `blog post` */
  readonly one: string;
  /** `a blog post` */
  readonly indefinite: string;
  /** `blog posts` */
  readonly many: string;
}

/** The noun of a model class: `BlogPost` is a blog post. */
export function nounOf(model: string): Noun {
  const one = snakeCase(model).replace(/_+/g, ' ').trim();
  const many = pluralKebabCase(model).replace(/-+/g, ' ').trim();
  return { one, indefinite: `${article(one)} ${one}`, many };
}

/** By sound rather than by letter: an hour, a user. */
function article(noun: string): string {
  if (/^(?:hour|heir|honest|honou?r)/.test(noun)) return 'an';
  if (/^(?:eu|ewe|once|one\b|ubi|uni(?!n|m)|ur[aei]|us[aeu]|ut[aeiou])/.test(noun)) return 'a';
  return /^[aeiou]/.test(noun) ? 'an' : 'a';
}

/**
 * The first of some docstrings that fits a line: the more telling ones come first, the last one names
 * nothing of the config and always fits.
 */
export function docstring(indent: number, ...choices: readonly [string, ...string[]]): string {
  const quotes = 6;
  const fits = (text: string) => indent + quotes + text.length <= lineLength;
  return choices.find(fits) ?? choices[choices.length - 1]!;
}

/** With its first letter in upper case. */
export function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
