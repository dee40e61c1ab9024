import { findMember } from '../classes/members.js';
import { truth } from '../evaluate/truth.js';
import { isCallOf } from '../evaluate/library.js';
import type { Call, ClassValue, Origin, Value } from '../evaluate/values.js';
import { describe, isNone, isString } from '../evaluate/values.js';
import type { Known, TableFacts } from '../facts.js';
import { asString, asText, unknownAt } from './known.js';
import type { Mapping } from './mapping.js';

/** The schema that a class names for its table, else that of its `MetaData(schema=…)`. */
export function schemaOf(mapping: Mapping): Known<string | null> {
  if (mapping.inheritance?.kind === 'single' && mapping.parent) return schemaOf(mapping.parent);
  const { cls } = mapping;
  const { schema, unclear } = mapping.arguments;
  if (schema) return asText(schema, cls.origin);
  if (unclear) return unknownAt(unclear.reason, unclear.origin);
  return metadataSchema(mapping.metadata ?? metadataOf(cls), cls.origin);
}

/** `metadata = MetaData(…)` of a base, or of the registry that it names. */
function metadataOf(cls: ClassValue): Value | undefined {
  const own = findMember(cls, 'metadata')?.value;
  if (own) return own;
  const registry = findMember(cls, 'registry')?.value;
  return isCallOf(registry, 'registry') ? registry.keywords.get('metadata') : undefined;
}

function metadataSchema(metadata: Value | undefined, origin: Origin): Known<string | null> {
  if (metadata?.kind === 'unknown') return unknownAt(metadata.reason, metadata.origin);
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
  const lost = unknownAt(`the info ${describe(info)} is not followed`, mapping.cls.origin);
  if (info.kind !== 'dict') return lost;
  const said = info.entries.find(([key]) => isString(key) && key.value === 'is_view')?.[1];
  if (!said) return info.open ? lost : false;
  return truth(said) ?? lost;
}

/** What a `Table(…)` says of itself. */
export function tableFacts({ args, keywords, origin }: Call): TableFacts {
  const schema = keywords.get('schema');
  return {
    table: args[0] ? asString(args[0], origin) : unknownAt('the Table has no name', origin),
    schema: schema ? asText(schema, origin) : metadataSchema(args[1], origin),
    at: origin.source.place(origin.offset),
  };
}
