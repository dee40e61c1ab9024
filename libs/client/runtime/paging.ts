/** A page that names the next one. */
export interface CursorPage<Item> {
  readonly items: readonly Item[];
  readonly next_cursor: string | null;
}

/** A page that says how many rows there are. */
export interface OffsetPage<Item> {
  readonly items: readonly Item[];
  readonly total: number;
}

/** All rows of all pages, each page when it is needed. */
export async function* walkCursors<Item>(
  page: (cursor: string | undefined) => Promise<CursorPage<Item>>,
): AsyncGenerator<Item, void, undefined> {
  let cursor: string | undefined;
  do {
    const { items, next_cursor } = await page(cursor);
    yield* items;
    cursor = next_cursor ?? undefined;
  } while (cursor !== undefined);
}

/** All rows of all pages, each page when it is needed. */
export async function* walkOffsets<Item>(
  page: (offset: number) => Promise<OffsetPage<Item>>,
): AsyncGenerator<Item, void, undefined> {
  for (let offset = 0; ;) {
    const { items, total } = await page(offset);
    yield* items;
    offset += items.length;
    if (items.length === 0 || offset >= total) return;
  }
}

/** The fields to sort by as the API takes them: `-title` is `title`, descending. */
export function sortClauses(
  sort: readonly string[] | undefined,
):
  | readonly { readonly field: string; readonly dir: "asc" | "desc" }[]
  | undefined {
  return sort?.map((each) =>
    each.startsWith("-")
      ? { field: each.slice(1), dir: "desc" }
      : { field: each, dir: "asc" },
  );
}
