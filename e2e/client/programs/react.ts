/** The types of queries and mutations in the hooks of React. */
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';

import { createBlogQueries, where } from './generated/index.js';
import type { ArticleListItem, ArticleResource, ArticleUpdateError } from './generated/index.js';

const queries = createBlogQueries({ baseUrl: '/api' });

export function useArticle(id: string): ArticleResource | undefined {
  const { data, error } = useQuery(queries.articles.get(id));
  if (error?.status === 404) return undefined;
  // @ts-expect-error
  if (error?.status === 418) return undefined;
  return data?.data;
}

export function useArticles(): readonly ArticleListItem[] {
  // @ts-expect-error
  useInfiniteQuery(queries.articles.search({ filter: where('title', 'gt', 1) }));
  const { data } = useInfiniteQuery(
    queries.articles.search({ filter: where('title', 'icontains', 'looms') }),
  );
  return data?.pages.flatMap(({ items }) => items) ?? [];
}

export function useRename(id: string): (title: string) => ArticleUpdateError | null {
  const { mutate, error } = useMutation(queries.articles.update(useQueryClient()));
  return (title) => {
    mutate({ pk: id, body: { title } });
    // @ts-expect-error
    mutate({ pk: id, body: { titel: title } });
    // @ts-expect-error
    mutate({ body: { title } });
    return error;
  };
}
