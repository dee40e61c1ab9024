import { readFile } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';

import { ensureOtherPython } from '@rowhouse/harness';

import { repository } from '../../../tools/packages/own-packages.js';
import { createWorkspace, nxVersions, type NxWorkspace } from './workspace.js';

/** The versions that the other tests run on, too. */
async function rootManifest(): Promise<string> {
  const pinned = await readFile(join(repository, 'requirements.txt'), 'utf8');
  const constraints = pinned.split('\n').flatMap((line) => (/^\w.*==/.test(line) ? [line] : []));
  return `[tool.uv]
constraint-dependencies = ${JSON.stringify(constraints)}

[tool.uv.workspace]
members = ["libs/*"]
`;
}

/** Where this machine's packages come from, and whom it trusts. */
function networkSettings(): NodeJS.ProcessEnv {
  const isOne = (name: string) => /^(?:uv_|ssl_cert_)|_proxy$/i.test(name);
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => isOne(name)));
}

/** Makes a workspace whose Python is kept by uv; its members are in `libs`. */
export async function createUvWorkspace(
  files: Readonly<Record<string, string>> = {},
): Promise<NxWorkspace> {
  const uv = dirname(await ensureOtherPython('uv', ['uv==0.13.9']));
  const ws = await createWorkspace({
    nxVersion: nxVersions.main,
    files: {
      '.gitignore': 'node_modules\n.nx\n_generated/\n',
      'pyproject.toml': await rootManifest(),
      ...files,
    },
  });
  Object.assign(ws.env, networkSettings(), {
    PATH: `${ws.env['PATH']}${delimiter}${uv}`,
    UV_PYTHON_DOWNLOADS: 'never',
    UV_NO_PROGRESS: '1',
  });
  return ws;
}
