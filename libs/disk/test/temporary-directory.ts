import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { onTestFinished } from 'vitest';

/** A new directory with every link in its path resolved. It goes when the test is over. */
export function temporaryDirectory(): string {
  const path = realpathSync(mkdtempSync(join(tmpdir(), 'rowhouse-disk-')));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}
