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

| software | versions | needed for |
| --- | --- | --- |
${rows.map(({ name, versions, neededBy }) => `| ${name} | ${versions} | ${neededBy} |`).join('\n')}

With some settings, the generated API needs two more packages, which are only tested in their newest version: \`cryptography\` for \`auth\` with \`type: 'jwks'\`, and
\`fastapi-swagger\` for \`docs: 'offline'\`.

The tests run on the newest versions, pinned in [requirements.txt](../requirements.txt) and [package.json](../package.json), and on Python ${platforms.python.least}. The generated
tests of the demo also run with the oldest version of each Python package on PostgreSQL ${platforms.postgresql.least}, and on Python ${platforms.python.newestTested}, where it is installed.
The tests of the Nx plugin run with the oldest and the newest Nx.
`;
}

const orNewer = (version: string) => `${version} or newer`;
