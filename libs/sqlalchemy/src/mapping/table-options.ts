import { isCallOf } from '../evaluate/library.js';
import { truth } from '../evaluate/truth.js';
import type { Call, Origin, Value } from '../evaluate/values.js';
import { describe, isNone, isString } from '../evaluate/values.js';
import type { Known, TableFacts } from '../facts.js';
import type { Modules } from '../modules/modules.js';
import { metadataOf, resolveMetadata } from './class-registry.js';
import { changedSchema } from './column-changes.js';
import { asString, asText, unknownAt } from './known.js';
import type { Mapping } from './mapped-class.js';

/** The schema that a class names for its table, else that of its `MetaData(schema=…)`. */
export function schemaOf(mapping: Mapping): Known<string | null> {
  if (mapping.inheritance?.kind === 'single' && mapping.parent) return schemaOf(mapping.parent);
  const { schema, unclear } = mapping.arguments;
  if (!schema && unclear) return unknownAt(unclear.reason, unclear.origin);
  if (!schema || isNone(schema)) return defaultSchema(mapping);
  return tableSchema(schema, undefined, mapping.cls.module.all, mapping.cls.origin);
}

/** The schema of what a class names without one: its table, or the target of a foreign key. */
export function defaultSchema({ cls, metadata }: Mapping): Known<string | null> {
  return tableSchema(undefined, metadata ?? metadataOf(cls), cls.module.all, cls.origin);
}

/** What a table says of its schema comes first; None says nothing. */
function tableSchema(
  schema: Value | undefined,
  given: Value | undefined,
  session: Modules,
  origin: Origin,
): Known<string | null> {
  if (schema?.kind === 'symbol' && schema.path.endsWith('.BLANK_SCHEMA')) return null;
  if (schema && !isNone(schema)) return asText(schema, origin);
  const metadata = given && resolveMetadata(given);
  if (metadata?.kind === 'unknown') return unknownAt(metadata.reason, metadata.origin);
  const changed = changedSchema(session);
  if (changed) return changed;
  if (!isCallOf(metadata, 'MetaData')) return null;
  if (metadata.open) return unknownAt(metadata.open.reason, metadata.open.origin);
  return asText(metadata.keywords.get('schema') ?? metadata.args.find(isString), origin);
}

/** Whether a class is mapped to a view: `{"info": {"is_view": True}}`. */
export function isView(mapping: Mapping): Known<boolean> {
  if (mapping.inheritance?.kind === 'single' && mapping.parent) return isView(mapping.parent);
  const { info, unclear } = mapping.arguments;
  if (!info || isNone(info)) return unclear ? unknownAt(unclear.reason, unclear.origin) : false;
  if (info.kind === 'unknown') return unknownAt(info.reason, info.origin);
  const lost = unknownAt(`the info ${describe(info)} is not evaluated`, mapping.cls.origin);
  if (info.kind !== 'dict') return lost;
  const said = info.entries.find(([key]) => isString(key) && key.value === 'is_view')?.[1];
  if (!said) return info.open ? lost : false;
  return truth(said) ?? lost;
}

/** What a `Table(…)` says of itself. */
export function tableFacts({ args, keywords, origin }: Call, session: Modules): TableFacts {
  return {
    table: args[0] ? asString(args[0], origin) : unknownAt('the Table has no name', origin),
    schema: tableSchema(keywords.get('schema'), args[1], session, origin),
    at: origin.source.place(origin.offset),
  };
}
