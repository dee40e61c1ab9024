import { createShopClient, createShopQueries } from './generated';

export const shop = createShopClient({ baseUrl: `${location.origin}/api` });

/** Options for the hooks of TanStack Query. */
export const queries = createShopQueries(shop.api);
