import { Metadata, RestExtension, SchemaConfig } from '@rowhouse/schema';

import { defineTables } from './tables.js';
import { defineViews } from './views.js';

/** What the `schema` command reads: `schema generate`, `schema migrate`, `schema rest-config`, … */
export const config = new SchemaConfig().use(new RestExtension());
export const metadata = new Metadata();

defineViews(defineTables(metadata, config));
