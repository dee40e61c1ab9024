import { Metadata, RestExtension, SchemaConfig } from '@rowhouse/schema';

import { defineTables } from './tables.js';
import { defineViews } from './views.js';

/** The `schema` command reads these two. */
export const config = new SchemaConfig().use(new RestExtension());
export const metadata = new Metadata();

defineViews(defineTables(metadata, config));
