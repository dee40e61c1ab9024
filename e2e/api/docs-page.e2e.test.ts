import { pythonProgram, startBrowser } from '@rowhouse/harness';
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';

import { author, serveDemo, type DemoApi } from './demo-api.js';
import { execute, logIn, operationsOf, takePicture, type Answer } from './docs-page.js';
import { textOf, withText } from './png-text.js';

interface Document {
  readonly paths: Record<string, object>;
  readonly components: {
    readonly schemas: Record<string, { readonly examples: readonly unknown[] }>;
  };
}

let demo: DemoApi;
let browser: Browser;

beforeAll(async () => {
  demo = await serveDemo(inject('postgresUrl'));
  execFileSync(pythonProgram('python'), ['-m', 'blog.examples', author.email], {
    cwd: demo.directory,
    env: { ...process.env, ...demo.env },
  });
  browser = await startBrowser();
});
afterAll(async () => {
  await browser.close();
  await demo.stop();
});

describe('the documentation page, in a browser without the internet', () => {
  test('is drawn with what the API serves itself', async () => {
    const { page, problems, requests } = await openPage();
    expect(await page.locator('.info .title').textContent()).toMatch(/^Blog/);
    expect(requests.sort()).toEqual([
      '/docs',
      '/docs/swagger-ui-bundle.js',
      '/docs/swagger-ui.css',
      '/openapi.json',
    ]);
    // A browser without a window does not ask for the icon.
    const icon = await page.locator('link[rel~="icon"]').getAttribute('href');
    expect((await fetch(new URL(icon!, page.url()))).status).toBe(200);
    expect(new URL(icon!, page.url()).origin).toBe(demo.api.url);
    expect(problems).toEqual([]);
    await page.close();
  });

  // Pixels depend on the fonts of the machine: compared are the words, which the picture carries along.
  test('is as its picture in the README', async () => {
    const { page } = await openPage();
    const { picture, words } = await takePicture(page);
    const file = join(import.meta.dirname, '../../docs/images/api-page.png');
    if (process.env['UPDATE_PICTURES']) writeFileSync(file, withText(picture, words));
    expect(words).toContain('POST /articles/search List articles');
    expect(textOf(readFileSync(file)), 'UPDATE_PICTURES=1 takes the picture anew').toBe(words);
    await page.close();
  });

  test('shows the 401 of a visitor who has not logged in', async () => {
    const { page } = await openPage();
    const answer = await execute(page, 'GET /authors/{pk}');
    expect(answer).toMatchObject({ status: '401', body: expect.stringContaining('detail') });
    await page.close();
  });

  test('succeeds with the first request of every operation, after a login', async () => {
    const { page, problems } = await openPage();
    await logIn(page, author);
    const operations = await operationsOf(page);
    const answers: Answer[] = [];
    for (const operation of operations) {
      answers.push(await execute(page, operation, typed[operation]));
    }
    expect(answers.filter(({ status }) => !/^20\d$/.test(status))).toEqual([]);
    const { body } = await demo.send('GET', '/openapi.json');
    const { paths } = body as Document;
    expect(operations).toHaveLength(Object.values(paths).flatMap(Object.keys).length);
    expect(problems).toEqual([]);
    await page.close();
  });
});

describe('the examples on the documentation page', () => {
  test('show rows, a sort and a page where it searches', async () => {
    const { body } = await demo.send('GET', '/openapi.json');
    const { components } = body as Document;
    const [search] = components.schemas['ArticleSearchRequest']!.examples;
    expect(search).toEqual({
      filter: { field: 'title', op: 'eq', value: 'On engines' },
      sort: [{ field: 'title', dir: 'asc' }],
      page_size: 20,
    });
  });
});

/** What a visitor types before "Execute": the documentation has no example of a password. */
const typed: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'POST /auth/token': { username: author.email, password: author.password },
};

/** Opens the page, and collects what the browser requests and complains of. */
async function openPage() {
  const page = await browser.newPage();
  const requests: string[] = [];
  const problems: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith('data:')) requests.push(request.url().replace(demo.api.url, ''));
  });
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text());
  });
  page.on('pageerror', (error) => problems.push(error.message));
  await page.goto(`${demo.api.url}/docs`);
  await page.locator('.opblock').first().waitFor();
  return { page, requests, problems };
}
