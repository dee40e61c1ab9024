/** The types of queries and mutations in the composables of Vue. */
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/vue-query';
import { computed, type ComputedRef } from 'vue';

import { createBlogQueries, where } from './generated/index.js';

const queries = createBlogQueries({ baseUrl: '/api' });

export function useTitles(id: string): ComputedRef<readonly (string | undefined)[]> {
  const { data: one } = useQuery(queries.articles.get(id));
  const { data: all } = useInfiniteQuery(
    queries.articles.search({ filter: where('title', 'icontains', 'looms') }),
  );
  // @ts-expect-error
  useInfiniteQuery(queries.articles.search({ filter: where('title', 'gt', 1) }));
  return computed(() => [
    one.value?.data.title,
    ...(all.value?.pages.flatMap(({ items }) => items.map(({ title }) => title)) ?? []),
  ]);
}

export function useRename(): (pk: string, title: string) => void {
  const { mutate } = useMutation(queries.articles.update(useQueryClient()));
  return (pk, title) => {
    mutate({ pk, body: { title } });
    // @ts-expect-error
    mutate({ pk, body: { titel: title } });
  };
}
