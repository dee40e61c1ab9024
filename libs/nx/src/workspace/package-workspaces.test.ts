import { describe, expect, test } from 'vitest';

import { temporaryWorkspace } from '../../test/workspace.js';
import { PackageWorkspaces } from './package-workspaces.js';

describe('PackageWorkspaces', () => {
  test.each([
    ['npm', { 'package.json': '{ "workspaces": ["apps/*", "!apps/old"] }' }],
    ['yarn', { 'package.json': '{ "workspaces": { "packages": ["./apps/*/", "!apps/old"] } }' }],
    ['pnpm', { 'pnpm-workspace.yaml': 'packages:\n  - "apps/*"\n  - "!apps/old"\n' }],
  ])('reads what %s calls a package', async (_, files) => {
    const packages = new PackageWorkspaces(temporaryWorkspace(files));
    expect(await packages.includes('apps/api')).toBe(true);
    expect(await packages.includes('apps/old')).toBe(false);
    expect(await packages.includes('apps/api/nested')).toBe(false);
    expect(await packages.includes('libs/x')).toBe(false);
  });

  test.each<Record<string, string>>([
    {},
    { 'package.json': '{ broken', 'pnpm-workspace.yaml': ': :' },
  ])('has none in %o', async (files) => {
    const packages = new PackageWorkspaces(temporaryWorkspace(files));
    expect(await packages.includes('apps/api')).toBe(false);
  });
});
