import type { Renderer } from '@rowhouse/core';

import type { Fixture, TestCase } from '../outputs/test-case.js';
import type { Use } from '../outputs/section.js';
import { docstring } from '../python/english.js';
import { group, layout } from '../python/layout.js';
import { symbol, type PythonSymbol } from '../python/symbols.js';
import type { PythonFile } from './file.js';

const httpClient = symbol('httpx2', 'AsyncClient');

export const testRenderer: Renderer<TestCase, PythonFile> = {
  template: ({ body }) => body.template,
  view: ({ name, docs, fixtures, body, rows }, { use }) => ({
    signature: layout(
      group(
        `async def ${name}(`,
        fixtures.map((fixture) => `${fixture}: ${fixtureType(fixture, rows, use)}`),
        ') -> None:',
      ),
    ),
    doc: docstring(4, ...docs),
    ...body.view(use),
  }),
};

function fixtureType(fixture: Fixture, rows: PythonSymbol, use: Use): string {
  return use(fixture === 'rows' ? rows : httpClient);
}
