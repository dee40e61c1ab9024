import { startBrowser } from '@rowhouse/harness';
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, resolve } from 'node:path';
import { promisify } from 'node:util';

import { afterAll, beforeAll, expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '../..');
const built = join(root, 'docs/.vitepress/dist');
const types: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
};

let server: Server;
let url: string;

beforeAll(async () => {
  const nx = join(root, 'node_modules/nx/dist/bin/nx.js');
  const env = { ...process.env, NX_DAEMON: 'false' };
  await promisify(execFile)(process.execPath, [nx, 'run', 'docs:build'], { cwd: root, env });
  server = createServer((request, response) => {
    const path = new URL(request.url!, 'http://site').pathname.replace(/\/$/, '/index.html');
    readFile(join(built, path)).then(
      (content) => {
        response.setHeader('content-type', types[extname(path)] ?? 'application/octet-stream');
        response.end(content);
      },
      () => response.writeHead(404).end(),
    );
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());

test('the built site works without the internet: its pages, the sidebar and the search', async () => {
  const browser = await startBrowser();
  try {
    const page = await browser.newPage({ viewport: { width: 1300, height: 900 } });
    const failed: string[] = [];
    page.on('requestfailed', (request) => failed.push(request.url()));
    page.on('response', (response) => {
      if (response.status() >= 400) failed.push(response.url());
    });
    await page.goto(url);
    await page.locator('.VPSidebar').getByText('The codegen command').click();
    await page.locator('h1', { hasText: 'The codegen command' }).waitFor();

    await page.getByRole('button', { name: 'Search' }).click();
    await page.locator('input[type=search]').fill('unknown-field');
    await page.locator('.VPLocalSearchBox .result').first().click();
    await page.locator('h1', { hasText: 'Errors and their fixes' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/errors.html');
    expect(failed).toEqual([]);
  } finally {
    await browser.close();
  }
});
