import { snakeCase } from '@rowhouse/python';

/** How prose calls the rows of a model. */
export interface Noun {
  /** `blog post` */
  readonly one: string;
  /** `a blog post` */
  readonly indefinite: string;
  /** `A blog post` */
  readonly capitalized: string;
  /** `blog posts` */
  readonly many: string;
}

/** The noun of a model class: `BlogPost` is a blog post. */
export function nounOf(model: string): Noun {
  const one = snakeCase(model).replace(/_+/g, ' ').trim();
  const many = pluralKebabCase(model).replace(/-+/g, ' ').trim();
  // Opening hours, metadata: what is called alike in the plural has no article.
  const indefinite = one === many ? one : `${article(one)} ${one}`;
  return {
    one,
    indefinite,
    capitalized: indefinite.charAt(0).toUpperCase() + indefinite.slice(1),
    many,
  };
}

/** By sound rather than by letter: an hour, a user. */
function article(noun: string): string {
  if (/^(?:hour|heir|honest|honou?r)/.test(noun)) return 'an';
  if (/^(?:eu|ewe|once|one\b|ubi|uni(?!n|m)|ur[aei]|us[aeu]|ut[aeiou])/.test(noun)) return 'a';
  return /^[aeiou]/.test(noun) ? 'an' : 'a';
}

/** `BlogPost` to `blog-posts`: the last word in the plural. */
export function pluralKebabCase(name: string): string {
  const words = snakeCase(name).split('_').filter(Boolean);
  const last = words.pop() ?? '';
  return [...words, plural(last)].join('-');
}

const irregular: Readonly<Record<string, string>> = {
  child: 'children',
  datum: 'data',
  foot: 'feet',
  goose: 'geese',
  index: 'indexes',
  lens: 'lenses',
  man: 'men',
  mouse: 'mice',
  person: 'people',
  tooth: 'teeth',
  woman: 'women',
};

const unchanging = new Set([
  'aircraft',
  'data',
  'equipment',
  'information',
  'metadata',
  'people',
  'sheep',
]);

/** The plural of an English noun by its regular rules; `route_prefix` is there for the rest. */
function plural(word: string): string {
  if (unchanging.has(word)) return word;
  if (Object.hasOwn(irregular, word)) return irregular[word]!;
  // Hours, settings, sales: a plural already.
  if (/[bdegklmnprtwy]s$/.test(word)) return word;
  if (/[^aeiou]y$/.test(word)) return `${word.slice(0, -1)}ies`;
  if (/(?:s|x|z|ch|sh)$/.test(word)) return `${word}es`;
  return `${word}s`;
}
