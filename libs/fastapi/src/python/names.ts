/** `BlogPost` and `HTTPRoute` to `blog_post` and `http_route`. */
export function snakeCase(name: string): string {
  return name
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1_$2')
    .replace(/([a-z\d])([A-Z])/g, '$1_$2')
    .toLowerCase();
}

/** `publish_all` to `PublishAll`; what is already in capitals stays. */
export function pascalCase(name: string): string {
  return name
    .split('_')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');
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
