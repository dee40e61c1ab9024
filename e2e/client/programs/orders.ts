/** Calls every operation of two apps, whose rows come with what belongs to them, and meets every error that needs rows. */
import assert from 'node:assert/strict';
import process from 'node:process';

import {
  and,
  createShopApiClient,
  createWarehouseApiClient,
  isApiError,
  not,
  where,
} from './generated/index.js';
import type { Api, ShopApiClient } from './generated/index.js';
import { noted } from './noted.js';

const api: Api = { baseUrl: process.env['API']!, interceptors: [noted] };

async function logIn(username: string): Promise<ShopApiClient> {
  const { access_token } = await createShopApiClient(api).logIn({ username, password: 'orders' });
  return createShopApiClient({ ...api, token: () => access_token });
}

async function refused(status: number, ...calls: readonly Promise<unknown>[]): Promise<void> {
  for (const result of await Promise.allSettled(calls)) {
    assert(result.status === 'rejected', `expected ${status}`);
    assert(isApiError(result.reason, status), `${String(result.reason)} instead of ${status}`);
  }
}

const shop = await logIn('1/manager');
const ann = await logIn('1/ann');
const eve = await logIn('2/eve');
const stranger = await logIn('77/manager');
const warehouse = createWarehouseApiClient(shop.api);
const product = (number: number) => `00000000-0000-4000-8000-00000000000${number}`;
const [apple, soap, bolt] = [1, 2, 3].map(product) as [string, string, string];

// Rows come with what the user may see of what belongs to them.
const { data: order } = await shop.orders.get(1);
assert.deepEqual(order.customer, { id: 1, name: 'Ann' });
assert.deepEqual(
  order.lines.map((line) => line.product?.category?.name),
  [undefined, undefined, 'Fruit'],
);
assert.deepEqual(
  order.tags.map((tag) => tag.name),
  ['gift', 'urgent'],
);
assert.equal(order.invoice?.number, '2026-1');
assert.equal(order.has_more_remarks, true);
const { data: hidden } = await ann.orders.get(3);
assert.equal(hidden.customer, null);

// Filters and sorting by what belongs to rows.
const found = await shop.orders.search({
  filter: and(
    where('customer.name', 'icontains', 'ann'),
    not(where('lines', 'exists', false)),
    where('line_count', 'gte', 3),
  ),
  sort: ['-customer.name', 'line_count'],
});
assert.deepEqual(
  found.items.map(({ id, line_count }) => [id, line_count]),
  [[1, 3]],
);
assert.deepEqual(found.items[0]!.lines, [{ quantity: 30 }, { quantity: 20 }]);
const counted = await shop.customers.search({ sort: ['-order_count'], limit: 1 });
assert.deepEqual(counted.items[0]!.addresses, [{ city: 'Bern' }]);
const ids: number[] = [];
for await (const { id } of shop.orderLines.all({ pageSize: 2, sort: ['quantity'] })) ids.push(id);
assert.deepEqual(ids, [5, 1, 3, 2]);
assert.equal((await shop.products.search({ sort: ['category.name'] }))[0]!.sku, 'p1');
assert.equal((await shop.tags.search()).length, 2);
for await (const { box_count } of warehouse.shelves.all()) assert(box_count <= 2);

// Rows that are made and linked with their parts.
const line = { product_id: apple, quantity: 2 };
const { data: made } = await shop.orders.create({ customer_id: 1, lines: [line], tags: [1] });
assert.deepEqual([made.line_count, made.tags.length], [1, 1]);
const { data: changed } = await shop.orders.update(made.id, { tags: [1, 2] });
assert.equal(changed.tags.length, 2);
const shipped = await shop.orders.ship(made.id);
assert.deepEqual(shipped, { status: 'shipped', customer: { id: 1, name: 'Ann' } });
const { data: nail } = await shop.products.create({
  sku: 'p9',
  name: 'Nail',
  price: 1,
  suppliers: [1, 2],
});
assert.deepEqual(
  (await shop.products.get(nail.id)).data.suppliers.map(({ id }) => id),
  [1, 2],
);
await refused(412, shop.products.update(nail.id, { name: 'Tack' }, { ifMatch: '"99"' }));
await shop.products.update(nail.id, { suppliers: [] });
const { data: customer } = await shop.customers.create({
  name: 'Zoe',
  addresses: [{ street: 'Lake St 1', city: 'Bern' }],
});
assert.equal((await shop.customers.get(customer.id)).data.order_count, 0);
await shop.orderLines.create({ order_id: made.id, product_id: soap, quantity: 1, position: 1 });
assert.equal((await shop.orderLines.get(1)).data.product?.sku, 'p1');
const { data: category } = await shop.categories.create({ name: 'Nuts', parent_id: 1 });
assert.equal((await shop.categories.get(category.id)).data.parent?.name, 'Food');

// A deleted row is not there until it is restored.
await shop.categories.delete(category.id);
await refused(404, shop.categories.get(category.id), shop.categories.delete(category.id));
assert.equal((await shop.categories.restore(category.id)).data.name, 'Nuts');
const { data: inner } = await shop.categories.create({ name: 'Figs', parent_id: category.id });
await shop.categories.delete(inner.id);
await shop.categories.delete(category.id);
await refused(409, shop.categories.delete(1), shop.categories.restore(inner.id));
const { data: gone } = await shop.customers.create({ name: 'Max' });
await shop.customers.delete(gone.id);
const withDeleted = await shop.customers.search({ includeDeleted: true, limit: 100 });
assert(withDeleted.items.some(({ id }) => id === gone.id));
assert.equal((await shop.customers.restore(gone.id)).data.name, 'Max');
const { data: late } = await shop.orders.create({ customer_id: gone.id });
await shop.orders.delete(late.id);
await shop.customers.delete(gone.id);
await refused(409, shop.orders.restore(late.id));
await shop.customers.restore(gone.id);
await shop.orderLines.delete(5);
await shop.orders.delete(3);
assert.equal((await shop.orders.restore(3)).data.line_count, 0);

// Keys of several columns.
const shelf = { warehouse: 'B', number: 1, boxes: [{ weight: 3 }] };
const { data: made_ } = await warehouse.shelves.create(shelf);
assert.equal(made_.boxes.length, 1);
const { data: same } = await warehouse.shelves.get({ warehouse: 'B', number: 1 });
assert.deepEqual(same, made_);
assert.deepEqual((await warehouse.boxes.get(1)).data.shelf, { label: 'top' });
await shop.supplies.get({ product_id: apple, supplier_id: 1 });

// The rest.
await shop.addresses.get(1);
await shop.invoices.get(1);
await shop.letters.get(1);
await shop.remarks.get(1);
await shop.suppliers.get(1);
await shop.tags.get(1);
const { data: last } = await shop.orders.create({ customer_id: 1 });
await shop.orders.delete(last.id);

// Rows of others, or that others have taken.
await refused(404, eve.orders.get(1), eve.orders.update(1, { status: 'x' }), eve.orders.delete(1));
await refused(404, eve.orders.ship(1), eve.products.update(apple, { name: 'x' }));
await refused(403, ann.customers.create({ name: 'x' }), ann.customers.delete(gone.id));
await shop.customers.delete(gone.id);
await refused(403, ann.customers.restore(gone.id), ann.customers.search({ includeDeleted: true }));
await refused(404, eve.customers.restore(gone.id));
await refused(
  403,
  shop.customers.create({ name: 'x', addresses: [{ street: 'x', city: 'Atlantis' }] }),
);
await refused(
  409,
  shop.orders.create({ customer_id: 3 }),
  shop.orders.create({ customer_id: 1, lines: [{ product_id: bolt, quantity: 1 }] }),
  shop.orders.update(1, { tags: [99] }),
  shop.orders.delete(1),
  shop.customers.delete(1),
  shop.orderLines.create({ order_id: 4, product_id: apple, quantity: 1, position: 1 }),
  shop.products.create({ sku: 'x', name: 'x', price: 1, suppliers: [3] }),
  shop.products.update(apple, { suppliers: [3] }),
  shop.categories.create({ name: 'x', parent_id: 99 }),
  warehouse.shelves.create(shelf),
  stranger.customers.create({ name: 'x' }),
);
console.log('done');
