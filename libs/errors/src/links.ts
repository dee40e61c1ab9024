const docs = 'https://github.com/rowhouse/rowhouse/blob/main/docs';

/** A page with the codes of a command: that of `codegen`, or that of `schema`. */
export type CodesPage = 'errors' | 'schema/errors';

/** A page of the documentation: `quickstart`. */
export function pageUrl(name: string): string {
  return `${docs}/${name}.md`;
}

/** What the documentation says of an error's code. */
export function codeUrl(code: string, page: CodesPage): string {
  return `${pageUrl(page)}#${code}`;
}
