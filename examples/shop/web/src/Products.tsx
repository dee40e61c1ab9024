import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { and, or, where } from './generated';
import type { ProductFilter, ProductSort, Status } from './generated';
import { ProductDialog } from './ProductDialog';
import { queries } from './shop';

export const statuses: Record<Status, string> = {
  draft: 'Draft',
  on_sale: 'On sale',
  sold_out: 'Sold out',
};

const pageSize = 10;
const columns = [
  ['name', 'Name'],
  ['sku', 'SKU'],
  ['price', 'Price'],
  ['stock', 'Stock'],
] as const;

/** The products of the shop: to filter, sort, leaf through, add and edit. */
export function Products() {
  const [text, setText] = useState('');
  const [category, setCategory] = useState('');
  const [status, setStatus] = useState<Status | ''>('');
  const [sort, setSort] = useState<ProductSort>('name');
  const [offset, setOffset] = useState(0);
  const [edited, setEdited] = useState<number | 'new'>();

  const filters: ProductFilter[] = [];
  if (text) filters.push(or(where('name', 'icontains', text), where('sku', 'icontains', text)));
  if (category) filters.push(where('category.name', 'eq', category));
  if (status) filters.push(where('status', 'eq', status));

  const { data: categories = [] } = useQuery(queries.categories.search());
  const { data, error, isPlaceholderData } = useQuery({
    ...queries.products.page({
      filter: filters.length > 0 ? and(...filters) : undefined,
      sort: [sort],
      offset,
      limit: pageSize,
    }),
    placeholderData: keepPreviousData,
  });
  const { items = [], total = 0 } = data ?? {};

  /** Another search begins at its first page. */
  function change<Value>(set: (value: Value) => void) {
    return (value: Value) => {
      set(value);
      setOffset(0);
    };
  }

  return (
    <main>
      <header>
        <h1>Products</h1>
        <button className="primary" onClick={() => setEdited('new')}>
          Add product
        </button>
      </header>

      <div className="filters">
        <input
          type="search"
          placeholder="Name or SKU"
          aria-label="Name or SKU"
          value={text}
          onChange={(event) => change(setText)(event.target.value)}
        />
        <select
          aria-label="Category"
          value={category}
          onChange={(event) => change(setCategory)(event.target.value)}
        >
          <option value="">All categories</option>
          {categories.map(({ id, name }) => (
            <option key={id}>{name}</option>
          ))}
        </select>
        <div role="group" aria-label="Status" className="chips">
          {(['', 'on_sale', 'sold_out', 'draft'] as const).map((each) => (
            <button
              key={each}
              aria-pressed={status === each}
              onClick={() => change(setStatus)(each)}
            >
              {each === '' ? 'All' : statuses[each]}
            </button>
          ))}
        </div>
      </div>

      {error && <p role="alert">{error.message}</p>}
      <table aria-busy={isPlaceholderData}>
        <thead>
          <tr>
            {columns.map(([field, title]) => (
              <th key={field} className={field} aria-sort={directionOf(sort, field)}>
                <button onClick={() => change(setSort)(sort === field ? `-${field}` : field)}>
                  {title}
                </button>
              </th>
            ))}
            <th>Category</th>
            <th>Status</th>
            <th />
          </tr>
        </thead>
        <tbody>
          {items.map((product) => (
            <tr key={product.id}>
              <td className="name">{product.name}</td>
              <td className="sku">{product.sku}</td>
              <td className="price">€ {product.price}</td>
              <td className="stock">{product.stock}</td>
              <td>{product.category.name}</td>
              <td>
                <span className={`status ${product.status}`}>{statuses[product.status]}</span>
              </td>
              <td>
                <button aria-label={`Edit ${product.name}`} onClick={() => setEdited(product.id)}>
                  Edit
                </button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {data && total === 0 && <p className="empty">No product matches.</p>}

      <footer>
        <span>
          {total === 0 ? '0' : `${offset + 1}–${offset + items.length}`} of {total}
        </span>
        <button disabled={offset === 0} onClick={() => setOffset(offset - pageSize)}>
          Previous
        </button>
        <button disabled={offset + pageSize >= total} onClick={() => setOffset(offset + pageSize)}>
          Next
        </button>
      </footer>

      {edited !== undefined && (
        <ProductDialog
          id={edited === 'new' ? undefined : edited}
          categories={categories}
          onClose={() => setEdited(undefined)}
        />
      )}
    </main>
  );
}

function directionOf(sort: ProductSort, field: string) {
  if (sort === field) return 'ascending';
  return sort === `-${field}` ? 'descending' : undefined;
}
