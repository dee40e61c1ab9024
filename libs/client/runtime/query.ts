import type { DataTag, QueryClient, QueryKey } from "@tanstack/query-core";

import type { CursorPage, OffsetPage } from "./paging.js";

/** The options of a query, for `useQuery` and whatever takes its options. */
export interface Query<Data, Failure> {
  readonly queryKey: DataTag<QueryKey, Data, Failure>;
  readonly queryFn: (context: {
    readonly signal: AbortSignal;
  }) => Promise<Data>;
  readonly retry: (failures: number, error: Failure) => boolean;
}

/** The options of a query of all pages, for `useInfiniteQuery`. */
export interface PagedQuery<Page, Start, Failure> {
  readonly queryKey: DataTag<
    QueryKey,
    { pages: Page[]; pageParams: Start[] },
    Failure
  >;
  readonly queryFn: (context: {
    readonly signal: AbortSignal;
    readonly pageParam: Start;
  }) => Promise<Page>;
  readonly initialPageParam: Start;
  readonly getNextPageParam: (page: Page) => Start | undefined;
  readonly retry: (failures: number, error: Failure) => boolean;
}

/** The options of a mutation, for `useMutation`. */
export interface Mutation<Data, Failure, Variables> {
  readonly mutationKey: QueryKey;
  readonly mutationFn: (variables: Variables) => Promise<Data>;
  readonly onSuccess: () => Promise<void>;
  readonly retry: (failures: number, error: Failure) => boolean;
}

/** The client itself sends again what may succeed then. */
const never = (): boolean => false;

export function query<Data, Failure>(parts: {
  readonly key: QueryKey;
  readonly read: (signal: AbortSignal) => Promise<Data>;
}): Query<Data, Failure> {
  const { key, read } = parts;
  return {
    queryKey: key as DataTag<QueryKey, Data, Failure>,
    queryFn: ({ signal }) => read(signal),
    retry: never,
  };
}

export function cursorQuery<Page extends CursorPage<unknown>, Failure>(
  parts: PageReader<Page, string | undefined>,
): PagedQuery<Page, string | undefined, Failure> {
  return pagedQuery(
    parts,
    undefined,
    ({ next_cursor }) => next_cursor ?? undefined,
  );
}

export function offsetQuery<
  Page extends OffsetPage<unknown> & { readonly offset: number },
  Failure,
>(parts: PageReader<Page, number>): PagedQuery<Page, number, Failure> {
  return pagedQuery(parts, 0, ({ items, total, offset }) => {
    const next = offset + items.length;
    return items.length > 0 && next < total ? next : undefined;
  });
}

interface PageReader<Page, Start> {
  readonly key: QueryKey;
  readonly read: (start: Start, signal: AbortSignal) => Promise<Page>;
}

function pagedQuery<Page, Start, Failure>(
  { key, read }: PageReader<Page, Start>,
  initialPageParam: Start,
  getNextPageParam: (page: Page) => Start | undefined,
): PagedQuery<Page, Start, Failure> {
  type Key = PagedQuery<Page, Start, Failure>["queryKey"];
  return {
    queryKey: key as Key,
    queryFn: ({ pageParam, signal }) => read(pageParam, signal),
    initialPageParam,
    getNextPageParam,
    retry: never,
  };
}

/** Options that read again, after a success, what shows the changed rows. */
export function mutation<Data, Failure, Variables>(parts: {
  readonly queryClient: Pick<QueryClient, "invalidateQueries">;
  readonly key: QueryKey;
  readonly shownIn: readonly QueryKey[];
  readonly write: (variables: Variables) => Promise<Data>;
}): Mutation<Data, Failure, Variables> {
  const { queryClient, key, shownIn, write } = parts;
  return {
    mutationKey: key,
    mutationFn: write,
    onSuccess: async () => {
      await Promise.all(
        shownIn.map((queryKey) => queryClient.invalidateQueries({ queryKey })),
      );
    },
    retry: never,
  };
}
