const docs = 'https://github.com/rowhouse/rowhouse/blob/main/docs';

/** A page of the documentation: `quickstart`. */
export function pageUrl(name: string): string {
  return `${docs}/${name}.md`;
}

/** What the documentation says of an error's code. */
export function codeUrl(code: string): string {
  return `${pageUrl('errors')}#${code}`;
}
