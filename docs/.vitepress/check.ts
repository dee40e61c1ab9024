import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';

/** Fails for links to pages and headings that do not exist, and for files that a page loads from another host. */
export function checkSite(directory: string, base: string): void {
  const read = (ending: string) =>
    readdirSync(directory, { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith(ending))
      .map((path) => [path.split(sep).join('/'), readFileSync(join(directory, path), 'utf8')]) as [
      string,
      string,
    ][];

  const pages = new Map(read('.html'));
  const problems = [
    ...[...pages.keys()].flatMap((page) =>
      brokenLinks(page, pages, base).map(
        (link) => `${page} links to ${link}, which does not exist`,
      ),
    ),
    ...[...pages, ...read('.css')].flatMap(([file, text]) =>
      otherHosts(text).map((url) => `${file} loads ${url}, but the site has to work offline`),
    ),
  ];
  if (problems.length > 0) throw new Error([...new Set(problems)].join('\n'));
}

function brokenLinks(page: string, pages: ReadonlyMap<string, string>, base: string): string[] {
  const links = [...pages.get(page)!.matchAll(/<a\b[^>]*? href="([^"]*)"/g)].map(
    ([, href]) => href!,
  );
  return links.filter((href) => {
    const { origin, pathname, hash } = new URL(href, `http://site${base}${page}`);
    if (origin !== 'http://site') return false;
    const html = pages.get(pathname.slice(base.length).replace(/(^|\/)$/, '$1index.html'));
    return !html?.includes(hash === '' ? '' : ` id="${decodeURIComponent(hash.slice(1))}"`);
  });
}

/** The scripts, styles, fonts and pictures of other hosts. */
function otherHosts(text: string): string[] {
  const loaded =
    /<(?:script|img|iframe|source|link)\b[^>]*? (?:src|href)="((?:https?:)?\/\/[^"]*)"|url\(["']?((?:https?:)?\/\/[^)]+)\)/g;
  return [...text.matchAll(loaded)].map(([, attribute, url]) => (attribute ?? url)!);
}
