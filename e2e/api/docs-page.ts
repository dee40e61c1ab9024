import type { Page } from 'playwright-core';

/** What the page shows of an answer. */
export interface Answer {
  readonly operation: string;
  readonly status: string;
  readonly body: string;
}

/** The operations that the page shows, from top to bottom: `GET /articles/{pk}`. */
export async function operationsOf(page: Page): Promise<readonly string[]> {
  const blocks = await page.locator('.opblock-summary').all();
  return Promise.all(
    blocks.map(async (block) => {
      const method = await block.locator('.opblock-summary-method').textContent();
      const path = await block.locator('.opblock-summary-path').getAttribute('data-path');
      return `${method} ${path}`;
    }),
  );
}

/** Takes a picture of the page down to the operations of articles, and says what is seen in it. */
export async function takePicture(page: Page) {
  await page.setViewportSize({ width: 900, height: 1000 });
  const title = await page.locator('.info .title').textContent();
  const sections = await page.locator('.opblock-tag-section').all();
  const seen = sections.slice(0, sections.length - 3);
  const lines = [title!.trim()];
  for (const section of seen) {
    lines.push((await section.locator('.opblock-tag').innerText()).replace(/\s+/g, ' '));
    for (const block of await section.locator('.opblock-summary-control').all()) {
      lines.push((await block.innerText()).replace(/[\s\u200b]+/g, ' '));
    }
  }
  const end = await seen.at(-1)!.boundingBox();
  const clip = { x: 0, y: 0, width: 900, height: Math.ceil(end!.y + end!.height) };
  const picture = await page.screenshot({ fullPage: true, clip });
  return { picture, words: `${lines.join('\n')}\n` };
}

/** Logs in by the dialog behind "Authorize". */
export async function logIn(page: Page, { email, password }: Credentials): Promise<void> {
  await page.locator('.auth-wrapper .authorize').click();
  const dialog = page.locator('.dialog-ux');
  await dialog.locator('#oauth_username').fill(email);
  await dialog.locator('#oauth_password').fill(password);
  await dialog.locator('button.authorize').click();
  await dialog.getByText('authorized', { exact: false }).first().waitFor();
  await dialog.locator('.btn-done').click();
}

interface Credentials {
  readonly email: string;
  readonly password: string;
}

/**
 * Opens an operation, clicks "Try it out" and "Execute", and reads the answer.
 *
 * @param form what is typed before "Execute", by the names of parameters.
 */
export async function execute(
  page: Page,
  operation: string,
  form: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  const [method, path] = operation.split(' ');
  const block = page
    .locator(`.opblock-${method!.toLowerCase()}`)
    .filter({ has: page.locator(`[data-path="${path}"]`) });
  await block.locator('.opblock-summary-control').click();
  await block.locator('.try-out__btn').click();
  for (const [name, value] of Object.entries(form)) {
    await block.locator(`[data-property-name="${name}"] input`).fill(value);
  }
  await block.locator('.btn.execute').click();
  const live = block.locator('.live-responses-table .response').first();
  const status = await live.locator('.response-col_status').textContent();
  const body = await live.locator('.response-col_description').textContent();
  // Closed again: the page is slow with many open ones.
  await block.locator('.opblock-summary-control').click();
  return { operation, status: status!.trim().slice(0, 3), body: body ?? '' };
}
