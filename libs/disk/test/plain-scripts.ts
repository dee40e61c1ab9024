import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import ts from 'typescript';
import { afterAll, beforeAll } from 'vitest';

const library = fileURLToPath(new URL('..', import.meta.url));

/** Turns this package and these tests' scripts into plain JavaScript, once for a test file. */
export function plainScripts(): { path(script: string): string } {
  let target: string | undefined;
  beforeAll(() => {
    target = mkdtempSync(join(tmpdir(), 'rowhouse-scripts-'));
    for (const folder of ['src', 'test']) transpileFolder(folder, target);
    writeFileSync(join(target, 'package.json'), '{"type":"module"}');
  });
  afterAll(() => rmSync(target!, { recursive: true, force: true }));
  return { path: (script) => join(target!, 'test', script) };
}

function transpileFolder(folder: string, target: string): void {
  for (const name of readdirSync(join(library, folder), { encoding: 'utf8', recursive: true })) {
    if (!name.endsWith('.ts') || name.endsWith('.test.ts')) continue;
    const { outputText } = ts.transpileModule(readFileSync(join(library, folder, name), 'utf8'), {
      compilerOptions: {
        module: ts.ModuleKind.ESNext,
        target: ts.ScriptTarget.ES2023,
        verbatimModuleSyntax: true,
      },
    });
    const file = join(target, folder, name.replace(/\.ts$/, '.js'));
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, outputText);
  }
}
