import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { z } from 'zod';

import { fieldErrors } from './generated';
import type { CategoryListItem, ProductCreateRequest, ProductResource } from './generated';
import { productCreateRequest } from './generated/shop/products.schemas';
import { statuses } from './Products';
import { queries } from './shop';

interface Props {
  /** The product to edit; a new one without. */
  readonly id: number | undefined;
  readonly categories: readonly CategoryListItem[];
  readonly onClose: () => void;
}

/** The form of a product, in a dialog. */
export function ProductDialog({ id, categories, onClose }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} onClose={onClose} aria-labelledby="dialog-title">
      <h2 id="dialog-title">{id === undefined ? 'Add product' : 'Edit product'}</h2>
      {id === undefined ? (
        <NewProduct categories={categories} onClose={onClose} />
      ) : (
        <ExistingProduct id={id} categories={categories} onClose={onClose} />
      )}
    </dialog>
  );
}

function NewProduct({ categories, onClose }: Omit<Props, 'id'>) {
  const create = useMutation(queries.products.create(useQueryClient()));
  return (
    <ProductForm
      categories={categories}
      error={create.error}
      onCancel={onClose}
      onSubmit={(body) => create.mutate({ body }, { onSuccess: onClose })}
    />
  );
}

function ExistingProduct({ id, categories, onClose }: Props & { readonly id: number }) {
  // What is edited, and its version, stay as they were when the dialog was opened.
  const current = useQuery({ ...queries.products.get(id), staleTime: Infinity, gcTime: 0 });
  const update = useMutation(queries.products.update(useQueryClient()));
  const [mine, setMine] = useState<ProductCreateRequest>();
  const [theirs, setTheirs] = useState<ProductResource>();

  if (current.error) return <p role="alert">{current.error.message}</p>;
  if (!current.data) return <p>…</p>;
  const { data: product, etag } = current.data;

  function save(body: ProductCreateRequest, ifMatch: string) {
    setMine(body);
    update.mutate(
      { pk: id, body, options: { ifMatch } },
      {
        onSuccess: onClose,
        onError: async (error) => {
          if (error.status !== 412) return;
          // Somebody was faster: show what they wrote, and let the user decide.
          const { data } = await current.refetch();
          setTheirs(data?.data);
        },
      },
    );
  }

  if (theirs && mine) {
    return (
      <Conflict
        mine={asShown(mine, categories)}
        theirs={asShown({ ...theirs, category_id: theirs.category.id }, categories)}
        onKeepMine={() => {
          setTheirs(undefined);
          save(mine, etag);
        }}
        onTakeTheirs={onClose}
      />
    );
  }
  return (
    <ProductForm
      product={product}
      categories={categories}
      error={update.error?.status === 412 ? null : update.error}
      onCancel={onClose}
      onSubmit={(body) => save(body, etag)}
    />
  );
}

interface FormProps {
  readonly product?: ProductResource;
  readonly categories: readonly CategoryListItem[];
  readonly error: Error | null;
  readonly onCancel: () => void;
  readonly onSubmit: (body: ProductCreateRequest) => void;
}

function ProductForm({ product, categories, error, onCancel, onSubmit }: FormProps) {
  const [invalid, setInvalid] = useState<Record<string, string[]>>({});
  // What the schema finds is said at once; what only the API knows, such as a SKU that is taken, afterwards.
  const fromApi = fieldErrors(error);
  const messageOf = (field: string) => invalid[field]?.[0] ?? fromApi[field];
  const general = error && (fromApi[''] ?? (Object.keys(fromApi).length === 0 && error.message));

  function submit(form: FormData) {
    const values = Object.fromEntries(form);
    const result = productCreateRequest.safeParse({
      ...values,
      stock: Number(values['stock']),
      category_id: Number(values['category_id']),
    });
    setInvalid(result.success ? {} : z.flattenError(result.error).fieldErrors);
    if (result.success) onSubmit(result.data);
  }

  const field = (name: string, label: string, value: string | number = '', type = 'text') => (
    <Field name={name} label={label} message={messageOf(name)}>
      <input id={name} name={name} defaultValue={value} type={type} />
    </Field>
  );

  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit(new FormData(event.currentTarget));
      }}
    >
      {field('name', 'Name', product?.name)}
      {field('sku', 'SKU', product?.sku)}
      {field('price', 'Price in €', product?.price)}
      {field('stock', 'Stock', product?.stock ?? 0, 'number')}
      <Field name="category_id" label="Category" message={messageOf('category_id')}>
        <select id="category_id" name="category_id" defaultValue={product?.category.id}>
          {categories.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      </Field>
      <Field name="status" label="Status" message={messageOf('status')}>
        <select id="status" name="status" defaultValue={product?.status}>
          {Object.entries(statuses).map(([status, label]) => (
            <option key={status} value={status}>
              {label}
            </option>
          ))}
        </select>
      </Field>
      {general && <p role="alert">{general}</p>}
      <div className="actions">
        <button type="button" onClick={onCancel}>
          Cancel
        </button>
        <button className="primary">Save</button>
      </div>
    </form>
  );
}

interface FieldProps {
  readonly name: string;
  readonly label: string;
  readonly message: string | undefined;
  readonly children: React.ReactNode;
}

function Field({ name, label, message, children }: FieldProps) {
  return (
    <div className={message === undefined ? 'field' : 'field invalid'}>
      <label htmlFor={name}>{label}</label>
      {children}
      {message !== undefined && <p role="alert">{message}</p>}
    </div>
  );
}

interface ConflictProps {
  readonly mine: Record<string, string>;
  readonly theirs: Record<string, string>;
  readonly onKeepMine: () => void;
  readonly onTakeTheirs: () => void;
}

/** What two users made of one product, where they differ. */
function Conflict({ mine, theirs, onKeepMine, onTakeTheirs }: ConflictProps) {
  const differing = Object.keys(mine).filter((name) => mine[name] !== theirs[name]);
  return (
    <>
      <p>Somebody else has changed this product since you opened it.</p>
      <table className="conflict">
        <thead>
          <tr>
            <th />
            <th>Yours</th>
            <th>Theirs</th>
          </tr>
        </thead>
        <tbody>
          {differing.map((name) => (
            <tr key={name}>
              <th>{name}</th>
              <td>{mine[name]}</td>
              <td>{theirs[name]}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <div className="actions">
        <button onClick={onTakeTheirs}>Discard mine</button>
        <button className="primary" onClick={onKeepMine}>
          Save mine
        </button>
      </div>
    </>
  );
}

function asShown(product: ProductCreateRequest, categories: readonly CategoryListItem[]) {
  return {
    Name: product.name,
    SKU: product.sku,
    Price: Number(product.price).toFixed(2),
    Stock: String(product.stock),
    Category: categories.find(({ id }) => id === product.category_id)?.name ?? '',
    Status: statuses[product.status ?? 'draft'],
  };
}
