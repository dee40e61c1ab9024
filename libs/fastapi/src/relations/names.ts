import { pascalCase } from '@rowhouse/python';

/** The name of a schema inside another: `Line` for the list `lines`, `Customer` for `customer`. */
export function memberName(name: string, many: boolean): string {
  return pascalCase(many ? singular(name) : name);
}

const irregular: Readonly<Record<string, string>> = {
  children: 'child',
  people: 'person',
  men: 'man',
  women: 'woman',
  indices: 'index',
  statuses: 'status',
  addresses: 'address',
};

/** The singular of an English noun by its regular rules, the last word of several. */
export function singular(name: string): string {
  const start = name.lastIndexOf('_') + 1;
  const word = name.slice(start);
  return name.slice(0, start) + (irregular[word] ?? regular(word));
}

function regular(word: string): string {
  if (/(?:ss|us|is|ws|series|data)$/.test(word) && !/(?:views|news)$/.test(word)) return word;
  if (/[^aeiou]ies$/.test(word)) return `${word.slice(0, -3)}y`;
  if (/(?:s|x|z|ch|sh)es$/.test(word)) return word.slice(0, -2);
  return word.endsWith('s') && word.length > 1 ? word.slice(0, -1) : word;
}

/** How prose calls what a relation leads to: `line item`. */
export function inWords(name: string): string {
  return name.replaceAll('_', ' ').trim();
}
