import { isIdentifier, pascalCase, snakeCase } from '@rowhouse/python';
import pluralize from 'pluralize-esm';

import { ENUM_VALUES } from './home.js';

/** Attributes that SQLAlchemy gives each model itself, and what a class calls while it is made. */
const RESERVED = new Set(['metadata', 'registry', ENUM_VALUES]);

/** The class of a table's rows: `blog_posts` is `BlogPost`. */
export function className(relation: string): string {
  const words = wordsOf(relation);
  words.push(pluralize.singular(words.pop() ?? 'row'));
  return identifier(pascalCase(words.join('_')), 'Row');
}

/** The class of an enum type: `article_status` is `ArticleStatus`. */
export function enumName(type: string): string {
  return identifier(pascalCase(wordsOf(type).join('_')), 'Enum');
}

/** The attribute of a column: its name where Python can have it, else what is most like it. */
export function attributeName(column: string): string {
  const name = identifier(wordsOf(column).join('_'), 'column');
  return RESERVED.has(name) ? `${name}_` : name;
}

/** The member of an enum: `in review` is `IN_REVIEW`. */
export function memberName(value: string): string {
  return identifier(wordsOf(value).join('_').toUpperCase(), 'VALUE');
}

/** The variable of a view without a class. */
export function variableName(relation: string): string {
  return identifier(wordsOf(relation).join('_'), 'view');
}

/** The first of `names` that is free, else its first one with a number; it is then taken. */
export function takeName(taken: Set<string>, ...names: readonly string[]): string {
  let name = names.find((each) => !taken.has(each));
  for (let number = 2; name === undefined; number++) {
    const numbered = `${names[0]}_${number}`;
    if (!taken.has(numbered)) name = numbered;
  }
  taken.add(name);
  return name;
}

/** Lower-case ASCII words: of `Café-Tables` or `cafeTables`, `cafe` and `tables`. */
function wordsOf(name: string): string[] {
  return snakeCase(name.normalize('NFKD').replace(/\p{M}/gu, ''))
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '');
}

/** @param fallback Stands for a name of which nothing is left, and before one that begins with a digit. */
function identifier(name: string, fallback: string): string {
  if (name === '') return fallback;
  const started = /^\d/.test(name) ? `${fallback}_${name}` : name;
  return isIdentifier(started) ? started : `${started}_`;
}
