import { platforms, pythonPackages } from './versions.js';

/** `docs/versions.md`. */
export function versionsPage(): string {
  const rows = [
    ...Object.values(platforms).map((each) => ({
      ...each,
      versions: 'greatest' in each ? `${each.least} to ${each.greatest}` : orNewer(each.least),
    })),
    ...pythonPackages.map(({ name, least, neededBy }) => ({
      name: `\`${name}\``,
      versions: orNewer(least),
      neededBy,
    })),
  ];
  return `# Supported versions

| what | versions | needed by |
| --- | --- | --- |
${rows.map(({ name, versions, neededBy }) => `| ${name} | ${versions} | ${neededBy} |`).join('\n')}

The tests run on the newest versions, which [requirements.txt](../requirements.txt) and [package.json](../package.json) pin. The demo's
generated tests also run with the oldest version of each Python package, and the Nx plugin with the oldest and the newest Nx.
`;
}

const orNewer = (version: string) => `${version} or newer`;
