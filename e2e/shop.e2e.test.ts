import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';

import {
  createDatabase,
  startApi,
  startBrowser,
  type Api,
  type TemporaryDatabase,
} from '@rowhouse/harness';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';

import { repository, withDependencies } from '../tools/packages/own-packages.js';
import { npm, packOwn } from './support/pack.js';

/** The part of vite that serves what it has built. */
interface Vite {
  preview(options: object): Promise<{
    readonly resolvedUrls: { readonly local: readonly string[] };
    close(): Promise<void>;
  }>;
}

describe('examples/shop', () => {
  let project: string;
  let database: TemporaryDatabase;
  let api: Api;
  let site: Awaited<ReturnType<Vite['preview']>>;
  let browser: Browser;
  let page: Page;

  beforeAll(async () => {
    project = realpathSync(mkdtempSync(join(tmpdir(), 'shop-')));
    const notCopied = new Set(['node_modules', '_generated', 'generated', 'dist', '__pycache__']);
    cpSync(join(repository, 'examples/shop'), project, {
      recursive: true,
      filter: (path) => !notCopied.has(basename(path)),
    });
    const tarballs = join(project, 'tarballs');
    mkdirSync(tarballs);
    const own = withDependencies('@rowhouse/cli', '@rowhouse/fastapi', '@rowhouse/client');
    const packed = packOwn(own, tarballs);
    const quiet = ['--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error'];
    run('install', '--no-save', ...quiet, ...packed.values());
    run('run', 'generate');
    run('run', 'build');
    database = await createDatabase(inject('postgresUrl'));
    const url = database.url.replace(/^postgres(ql)?:/, 'postgresql+asyncpg:');
    api = await startApi({
      directory: join(project, 'api'),
      application: 'main:app',
      env: { DATABASE_URL: url },
    });
    process.env['API_URL'] = api.url;
    const vite = pathToFileURL(join(project, 'node_modules/vite/dist/node/index.js')).href;
    const { preview } = (await import(vite)) as Vite;
    site = await preview({
      root: join(project, 'web'),
      configFile: join(project, 'web/vite.config.ts'),
      logLevel: 'warn',
      preview: { host: '127.0.0.1', port: 0 },
    });
    browser = await startBrowser();
    page = await browser.newPage({ viewport: { width: 1000, height: 640 } });
    page.setDefaultTimeout(10_000);
    await page.goto(site.resolvedUrls.local[0]!);
  });

  afterAll(async () => {
    await browser?.close();
    await site?.close();
    delete process.env['API_URL'];
    await api?.stop();
    await database?.drop();
    rmSync(project, { recursive: true });
  });

  function run(...args: readonly string[]): void {
    execFileSync(npm, args, {
      cwd: project,
      stdio: ['ignore', 'ignore', 'inherit'],
      shell: process.platform === 'win32',
    });
  }

  /** The names of the products that are shown, once there are as many as the page says. */
  async function shown(total: string): Promise<readonly string[]> {
    await page.locator('footer').getByText(total, { exact: true }).waitFor();
    await page.locator('main > table[aria-busy="false"]').waitFor();
    return page.locator('tbody td.name').allTextContents();
  }

  const dialog = () => page.getByRole('dialog');
  const save = () => dialog().getByRole('button', { name: 'Save', exact: true }).click();

  /** What is said at a field of the form. */
  const messageAt = (label: string) =>
    dialog()
      .locator('.field', { has: page.getByLabel(label, { exact: true }) })
      .getByRole('alert')
      .textContent();

  it('lists, filters, sorts and pages', async () => {
    expect((await shown('1–10 of 24')).slice(0, 3)).toEqual([
      'Bird table',
      'Chopping board',
      'Colander',
    ]);
    if (process.env['UPDATE_PICTURES']) {
      const picture = await page.locator('main').screenshot({ animations: 'disabled' });
      writeFileSync(join(repository, 'docs/images/shop.png'), picture);
    }
    await page.getByRole('button', { name: 'Next' }).click();
    await page.getByRole('button', { name: 'Next' }).click();
    expect(await shown('21–24 of 24')).toContain('Watering can');
    // Another search begins at its first page.
    await page.getByLabel('Category').selectOption('Kitchen');
    expect(await shown('1–8 of 8')).toContain('Kettle');
    await page.getByRole('button', { name: 'Price' }).click();
    await page.getByRole('button', { name: 'Price' }).click();
    await page.locator('th[aria-sort="descending"]').getByText('Price').waitFor();
    await shown('1–8 of 8');
    const prices = await page.locator('tbody td.price').allTextContents();
    const numbers = prices.map((price) => Number(price.slice(2)));
    expect(numbers).toEqual([...numbers].sort((left, right) => right - left));
    await page.getByLabel('Name or SKU').fill('KIT-003');
    expect(await shown('1–1 of 1')).toEqual(['Teapot']);
    await page.getByRole('button', { name: 'Sold out' }).click();
    expect(await shown('0 of 0')).toEqual([]);
    await page.getByRole('button', { name: 'All', exact: true }).click();
    await page.getByLabel('Name or SKU').fill('');
    await page.getByLabel('Category').selectOption('');
    await shown('1–10 of 24');
  });

  it('creates, and says at each field what is wrong with it', async () => {
    await page.getByRole('button', { name: 'Add product' }).click();
    await dialog().getByLabel('SKU').fill('kettle');
    await dialog().getByLabel('Price in €').fill('12.345');
    await save();
    expect(await messageAt('Name')).toContain('Too small');
    expect(await messageAt('SKU')).toContain('must match pattern');
    expect(await messageAt('Price in €')).toContain('2 decimal places');
    await dialog().getByLabel('Name').fill('Sieve');
    await dialog().getByLabel('SKU').fill('KIT-001');
    await dialog().getByLabel('Price in €').fill('12.34');
    await save();
    // Only the API knows which are taken, and says it at the field, too.
    await dialog().getByText('exists already').waitFor();
    expect(await messageAt('SKU')).toContain('exists already');
    await dialog().getByLabel('SKU').fill('KIT-100');
    await save();
    await dialog().waitFor({ state: 'detached' });
    // The list is read again.
    await page.getByLabel('Name or SKU').fill('sieve');
    expect(await shown('1–1 of 1')).toEqual(['Sieve']);
  });

  it('edits, and shows both versions if somebody else was faster', async () => {
    await page.getByRole('button', { name: 'Edit Sieve' }).click();
    await dialog().getByLabel('Stock').fill('7');
    await changePrice('9.99');
    await save();
    await dialog().getByText('Somebody else has changed').waitFor();
    const rows = await dialog().locator('.conflict tbody tr').allTextContents();
    expect(rows).toEqual(['Price12.349.99', 'Stock70']);
    await dialog().getByRole('button', { name: 'Discard mine' }).click();
    await dialog().waitFor({ state: 'detached' });

    await page.getByRole('button', { name: 'Edit Sieve' }).click();
    await dialog().getByLabel('Stock').fill('8');
    await changePrice('8.88');
    await save();
    await dialog().getByRole('button', { name: 'Save mine' }).click();
    await dialog().waitFor({ state: 'detached' });
    await page.locator('td.stock', { hasText: '8' }).waitFor();
    expect(await sieve()).toMatchObject({ stock: 8, price: '9.99' });
  });

  interface Product {
    readonly id: number;
    readonly stock: number;
    readonly price: string;
  }

  async function sieve(): Promise<Product> {
    const filter = { field: 'sku', op: 'eq', value: 'KIT-100' };
    const response = await fetch(`${api.url}/products/search`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ filter }),
    });
    return ((await response.json()) as { items: [Product] }).items[0];
  }

  /** What somebody else does meanwhile. */
  async function changePrice(price: string): Promise<void> {
    const response = await fetch(`${api.url}/products/${(await sieve()).id}`, {
      method: 'PATCH',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ price }),
    });
    expect(response.status).toBe(200);
  }
});
