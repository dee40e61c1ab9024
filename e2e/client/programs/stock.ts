/** Writes rows that have versions, which several users change at once. */
import assert from 'node:assert/strict';
import process from 'node:process';

import { createStockClient, isApiError, where } from './generated/index.js';
import type {
  LabelUpdateError,
  ProductBulkOperation,
  ProductUpdateError,
} from './generated/index.js';

const baseUrl = process.env['API']!;
const anonymous = createStockClient({ baseUrl });
const { access_token } = await anonymous.logIn({ username: '1', password: 'stock' });
const stock = createStockClient({ baseUrl, token: () => access_token });

async function status(work: Promise<unknown>): Promise<number> {
  try {
    await work;
  } catch (error) {
    assert(isApiError(error), String(error));
    return error.status;
  }
  return assert.fail('expected an error');
}

const { data: shelf, etag: shelfTag } = await stock.shelfs.create({ name: 'S' });

// A row is changed as long as it has the version that was read.
const { data, etag } = await stock.products.create({ sku: 'b', title: 'B', available: 5 });
const read = await stock.products.get(data.id);
assert.equal(read.etag, etag);
const changed = await stock.products.update(data.id, { title: 'C' }, { ifMatch: read.etag });
assert.notEqual(changed.etag, etag);
try {
  await stock.products.update(data.id, { title: 'D' }, { ifMatch: etag });
  assert.fail('expected an error');
} catch (error) {
  assert(isApiError(error, 412), String(error));
}
assert.equal((await stock.products.get(data.id)).data.title, 'C');
// Without a version, and with any, as before.
await stock.products.update(data.id, { title: 'E' });
await stock.products.update(data.id, { title: 'F' }, { ifMatch: '*' });
const reserved = await stock.products.reserve(data.id, { number: 2 });
assert.equal(await status(stock.products.reserve(data.id, { number: 2 }, { ifMatch: etag })), 412);
assert.equal(await status(stock.products.delete(data.id, { ifMatch: etag })), 412);
await stock.products.delete(data.id, { ifMatch: reserved.etag });

// Several writes of one request are done, or none. The type tells what each operation has.
const operations: ProductBulkOperation[] = [
  { op: 'create', values: { sku: 'c', title: 'C' } },
  { op: 'create', values: { sku: 'd', title: 'D' } },
];
const { results } = await stock.products.bulk({ operations });
assert.deepEqual(
  results.map((each) => each?.sku),
  ['c', 'd'],
);
const [one, two] = results.map((each) => each!.id);
const later = await stock.products.bulk({
  operations: [
    { op: 'update', pk: one!, values: { title: 'E' }, if_match: '1' },
    { op: 'delete', pk: two! },
  ],
});
assert.deepEqual([later.results[0]?.title, later.results[1]], ['E', null]);
assert.equal(await status(stock.products.bulk({ operations })), 409);

// What is done once: a new row, although the answers to the first two attempts are lost.
let attempts = 0;
const unsteady = createStockClient({
  ...stock.api,
  fetch: async (request) => {
    const response = await fetch(request);
    if ((attempts += 1) < 3) throw new TypeError('lost');
    return response;
  },
});
const once = { sku: 'once', title: 'O', available: 5 };
const { data: single, response } = await unsteady.products.create(once);
assert.equal(attempts, 3);
assert.equal(response.headers.get('idempotent-replayed'), 'true');
const sameSku = await stock.products.search({ filter: where('sku', 'eq', 'once') });
assert.deepEqual(
  sameSku.items.map(({ id }) => id),
  [single.id],
);
const key = { idempotencyKey: 'a key of mine' };
const reservation = await stock.products.reserve(single.id, { number: 1 }, key);
const again = await stock.products.reserve(single.id, { number: 1 }, key);
assert.deepEqual([again.data, again.etag], [reservation.data, reservation.etag]);
assert.equal(await status(stock.products.reserve(single.id, { number: 2 }, key)), 422);

// A row that has not changed is not sent again.
assert.equal(await stock.shelfs.getIfChanged(shelf.id, shelfTag), undefined);
const newer = await stock.shelfs.getIfChanged(shelf.id, '"another"');
assert.deepEqual([newer?.data, newer?.etag], [shelf, shelfTag]);
assert.equal(await status(stock.shelfs.getIfChanged(2_000_000, shelfTag)), 404);

// Where the config requires a version, the type does, too.
const { data: label, etag: first } = await stock.labels.create({ text: 'L' });
const { etag: second } = await stock.labels.update(label.id, { text: 'M' }, { ifMatch: first });
assert.equal(await status(stock.labels.print(label.id, { ifMatch: first })), 412);
// @ts-expect-error
assert.equal(await status(stock.labels.print(label.id)), 428);
// @ts-expect-error
assert.equal(await status(stock.labels.update(label.id, { text: 'N' })), 428);
// @ts-expect-error
assert.equal(await status(stock.labels.delete(label.id, {})), 428);
await stock.labels.delete(label.id, { ifMatch: second });

// A version that the browser hides is no reason to write without one.
await assert.rejects(stock.shelfs.update(1, { name: 'x' }, { ifMatch: '' }), TypeError);

export function resolve(error: ProductUpdateError | LabelUpdateError): string {
  if (error.status === 412) return 'read it again';
  if (error.status === 428) return 'say which version';
  // @ts-expect-error
  if (error.status === 418) return 'no such status';
  return error.message;
}

export async function without(): Promise<void> {
  // @ts-expect-error
  (await stock.shelfs.getIfChanged(1, '"1"')).data;
  // @ts-expect-error
  await stock.shelfs.getIfChanged(1);
  // @ts-expect-error
  await stock.products.create({ sku: 'b', title: 'B' }, { ifMatch: '*' });
  // @ts-expect-error
  await stock.products.get(1, { idempotencyKey: 'k' });
  // @ts-expect-error
  await stock.products.create({ sku: 'b', title: 'B' }, { idempotencyKey: 1 });
  // @ts-expect-error
  await stock.products.get(1, { ifMatch: '*' });
  // @ts-expect-error
  await stock.products.search({}, { ifMatch: '*' });
  // @ts-expect-error
  await stock.products.update(1, { row_version: 2 });
  // @ts-expect-error
  await stock.products.update(1, {}, { ifMatch: 3 });
  // @ts-expect-error
  await stock.products.bulk({ operations: [{ op: 'delete', pk: 1, values: {} }] });
  // @ts-expect-error
  await stock.labels.bulk({ operations: [{ op: 'delete', pk: 1 }] });
  // @ts-expect-error
  (await stock.products.search()).etag;
}
console.log('done');
