import { isMapped } from '../classes/mapped.js';
import { resultOf } from '../evaluate/calls.js';
import { isCallOf } from '../evaluate/library.js';
import type { Call, Origin } from '../evaluate/values.js';
import { describe, isNone, isString } from '../evaluate/values.js';
import type { Known, RelationshipFacts } from '../facts.js';
import { asFlag, asString, asText, unknownAt } from './known.js';
import type { Mapping } from './mapping.js';
import { mappingOf } from './mapping.js';
import type { RelationshipDefinition } from './members.js';
import { isMany } from './relationship-direction.js';
import { isClass, targetOf } from './relationship-target.js';

/** A relationship as its class defines it. */
export function relationshipFacts(
  definition: RelationshipDefinition,
  mapping: Mapping,
): RelationshipFacts {
  const { call: made, origin, attribute } = definition;
  const target = targetOf(definition, mapping);
  return {
    attribute,
    target: isClass(target) ? describe(target) : target,
    many: isMany(definition, target, mapping),
    secondary: readSecondary(made, origin),
    backPopulates: asText(made.keywords.get('back_populates') ?? made.open, origin),
    viewOnly: asFlag(made.keywords.get('viewonly') ?? made.open, origin),
    at: origin.source.place(origin.offset),
  };
}

function readSecondary(made: Call, origin: Origin): Known<string | null> {
  const value = made.keywords.get('secondary') ?? made.args[1] ?? made.open;
  if (!value || isNone(value)) return null;
  if (isString(value)) return value.value;
  if (isCallOf(value, 'Table') && value.args[0]) return asString(value.args[0], origin);
  if (value.kind === 'attribute' && value.name === '__table__' && value.base.kind === 'class')
    return mappingOf(value.base).table;
  if (value.kind === 'class' && isMapped(value)) return mappingOf(value).table;
  if (value.kind === 'function') {
    const result = resultOf(value, origin);
    if (isCallOf(result, 'Table') && result.args[0]) return asString(result.args[0], origin);
  }
  return value.kind === 'unknown'
    ? unknownAt(value.reason, value.origin)
    : unknownAt(`the table ${describe(value)} is not evaluated`, origin);
}
