import { resolve } from 'node:path';

/** Where the plugin keeps what it remembers of a workspace: with what Nx itself does. It may be lost at any time. */
export function dataFolder(workspaceRoot: string): string {
  const data = process.env['NX_WORKSPACE_DATA_DIRECTORY'] ?? '.nx/workspace-data';
  return resolve(workspaceRoot, data, 'rowhouse');
}
