import { pascalCase, snakeCase } from '@rowhouse/python';

/** The name of a schema inside another: `Line` for the list `lines`, `Customer` for `customer`. */
export function memberName(name: string, many: boolean): string {
  return pascalCase(many ? singular(name) : name);
}

/** The name of the function that reads the rows of a relation, or counts them: `read_order_lines`. */
export function readerName(owner: string, name: string, kind: 'embed' | 'count'): string {
  return `${kind === 'count' ? 'count' : 'read'}_${snakeCase(owner)}_${name}`;
}

/**
 * What stands in front of the names of schemas inside another: its own name. Where that is the name of a model with a
 * resource, whose schemas begin with it, they are those of its row: `OrderLineRowProduct`.
 */
export function innerSuffix(owner: string, suffix: string, models: ReadonlySet<string>): string {
  return models.has(owner + suffix) ? `${suffix}Row` : suffix;
}

/** The name of the schema of rows that a create makes, behind that of the model: `CreateRequestLine`. */
export function nestedSuffix(name: string): string {
  return `CreateRequest${memberName(name, true)}`;
}

/** The function that makes rows with a new one, or links some: `add_order_lines`. */
export function writerName(owner: string, name: string, kind: 'nested' | 'link'): string {
  return `${kind === 'nested' ? 'add' : 'link'}_${snakeCase(owner)}_${name}`;
}

/** What stands in front of the names of the schemas in an answer; those of `get` have nothing. */
export function answerSuffix(operation: string | undefined, name = ''): string {
  if (operation === 'list') return 'ListItem';
  if (operation !== 'action') return '';
  const words = name.split('_').map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  return `${words.join('')}Response`;
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
