import * as z from 'zod';

import { keyTypes } from './field-types.js';

/**
 * What a config may write of what the models complete. A part of another shape is as if left out here, as null is:
 * the config's schema tells of it.
 */
function maybe<T extends z.ZodType>(schema: T) {
  return schema.optional().catch(undefined);
}

const text = maybe(z.string());
const stamps = maybe(z.record(z.string(), maybe(z.object({ user: text }))));

const access = z.object({
  tenant: stamps,
  owner: stamps,
  rules: maybe(
    z.array(
      maybe(
        z.object({
          to: maybe(z.union([z.string(), z.object({ role: z.unknown() })])),
          where: z.unknown().optional(),
          check: z.unknown().optional(),
          where_fn: text,
        }),
      ),
    ),
  ),
  table: z.unknown().optional(),
});

const resource = z.object({
  model: text,
  name: text,
  pk: maybe(z.union([z.string(), z.array(z.string())])),
  pk_type: maybe(z.union([z.enum(keyTypes), z.array(z.enum(keyTypes))])),
  version: maybe(z.union([z.string(), z.object({ field: text })])),
  test_row_fn: text,
  /** Undefined for `open`, too. */
  access: maybe(access),
  operations: maybe(z.array(z.unknown())),
});

const auth = z.object({
  verify_credentials_fn: text,
  get_current_user_fn: text,
  test_user_fn: text,
  current_user_type: z.unknown().optional(),
  claims: maybe(z.record(z.string(), maybe(z.union([z.string(), z.object({ type: text })])))),
});

const app = z.object({
  auth: maybe(auth.nullable()),
  operations: maybe(z.array(z.unknown())),
  resources: maybe(z.array(maybe(resource))),
  routers: maybe(z.array(maybe(z.union([z.string(), z.object({ router: text })])))),
});

const config = app.extend({
  models: maybe(z.union([z.literal(false), z.string(), z.array(text)])),
  access: maybe(z.object({ rls: z.unknown().optional() })),
  idempotency: maybe(z.object({ model: text })),
  apps: maybe(z.array(maybe(z.object({ config: maybe(app), prefix: text })))),
});

export type WrittenConfig = z.output<typeof config>;
export type WrittenApp = z.output<typeof app>;
export type WrittenAuth = z.output<typeof auth>;
export type WrittenResource = z.output<typeof resource>;
export type WrittenAccess = z.output<typeof access>;

/** A config as far as it has the shape that its schema asks for; undefined for what is no config at all. */
export function writtenConfig(value: unknown): WrittenConfig | undefined {
  return maybe(config).parse(value);
}
