import { bigint, bigserial, serial, uuid, type PgColumnBuilderBase } from 'drizzle-orm/pg-core';

import { PRIMARY_KEY, type Plugin } from './plugin.js';

/** A plugin that adds the primary key column `name`. */
export interface KeyPlugin<Name extends string, Column extends PgColumnBuilderBase> extends Plugin<
  Record<Name, Column>
> {
  readonly produces: readonly [typeof PRIMARY_KEY];
}

function keyPlugin<Name extends string, Column extends PgColumnBuilderBase>(
  plugin: string,
  name: Name,
  column: Column,
): KeyPlugin<Name, Column> {
  return {
    name: plugin,
    produces: [PRIMARY_KEY],
    run: (context) => {
      context.provide(PRIMARY_KEY, [name]);
      return { [name]: column } as Record<Name, Column>;
    },
  };
}

/** A `serial` primary key: the one a table gets by default, under the name `id`. */
export const serialKey = <const Name extends string = 'id'>(name = 'id' as Name) =>
  keyPlugin('serialKey', name, serial(name).primaryKey());

/** A `bigserial` primary key, for tables that may outgrow two thousand million rows. */
export const bigserialKey = <const Name extends string = 'id'>(name = 'id' as Name) =>
  keyPlugin('bigserialKey', name, bigserial(name, { mode: 'number' }).primaryKey());

/** A `bigint GENERATED ALWAYS AS IDENTITY` primary key: no writer can choose its value. */
export const identityKey = <const Name extends string = 'id'>(name = 'id' as Name) =>
  keyPlugin(
    'identityKey',
    name,
    bigint(name, { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  );

/** A random `uuid` primary key. */
export const uuidKey = <const Name extends string = 'id'>(name = 'id' as Name) =>
  keyPlugin('uuidKey', name, uuid(name).primaryKey().defaultRandom());
