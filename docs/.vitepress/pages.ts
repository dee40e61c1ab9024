/** What stands elsewhere on the site than in the repository. */
const moved: Readonly<Record<string, string>> = {
  'README.md': 'index.md',
  'CHANGELOG.md': 'changelog.md',
  'CONTRIBUTING.md': 'contributing.md',
  'docs/README.md': 'all-pages.md',
  'docs/decisions/README.md': 'decisions/index.md',
  'stdlib/README.md': 'packages/stdlib.md',
};

/** Where the site has a file of the repository, such as `schema/models.md`; undefined for what is no page of it. */
export function addressOf(path: string): string | undefined {
  const [, page] = /^docs\/(.+\.md)$/.exec(path) ?? [];
  const [, name] = /^libs\/([\w-]+)\/README\.md$/.exec(path) ?? [];
  return moved[path] ?? page ?? (name && `packages/${name}.md`);
}
