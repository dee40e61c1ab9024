import { isEnum } from '../evaluate/enums.js';
import { PYTHON_TYPES } from '../column-types.js';
import { isAnnotated, isLiteral } from '../evaluate/typing.js';
import type { ClassValue, Origin, Scope, Value } from '../evaluate/values.js';
import { describe } from '../evaluate/values.js';
import type { Known, TypeFacts } from '../facts.js';
import { isNewType, resolve, withoutNone } from './annotations.js';
import { ofClass, ofTexts } from './enum-types.js';
import { unknownAt } from './known.js';

/** What a value is in Python when only the annotation tells. */
export function pythonType(type: Value, scope: Scope, origin: Origin): Known<TypeFacts> {
  const plain = withoutNone(type, scope);
  if (plain.kind === 'alias') return pythonType(plain.value, scope, origin);
  if (isAnnotated(plain) && plain.args[0])
    return pythonType(resolve(plain.args[0], scope, origin), scope, origin);
  if (isNewType(plain) && plain.args[1]) return pythonType(plain.args[1], scope, origin);
  if (isLiteral(plain)) return ofTexts(plain.args, origin);
  if (plain.kind === 'symbol') return ofSymbol(plain.path);
  if (plain.kind === 'class') return ofProjectClass(plain, origin);
  if (plain.kind === 'subscript') {
    const [item] = plain.args;
    const name = containerOf(plain.base);
    if (name === 'json') return { name: 'json' };
    if (name && item)
      return { name, items: pythonType(resolve(item, scope, origin), scope, origin) };
    return pythonType(plain.base, scope, origin);
  }
  if (plain.kind === 'unknown') return unknownAt(plain.reason, plain.origin);
  return unknownAt(`${describe(plain)} is not a single type`, origin);
}

function ofSymbol(path: string): TypeFacts {
  const name = PYTHON_TYPES.get(path);
  if (name) return { name };
  const container = containerOf({ kind: 'symbol', path, missing: false });
  return container ? { name: container } : { name: 'object', class: path };
}

function containerOf(base: Value): 'list' | 'set' | 'json' | undefined {
  if (base.kind !== 'symbol') return undefined;
  if (
    /^(?:builtins\.list|typing\.(?:List|Sequence|MutableSequence)|collections\.abc\.(?:Mutable)?Sequence)$/.test(
      base.path,
    )
  )
    return 'list';
  if (/^(?:builtins\.(?:frozen)?set|typing\.(?:Set|FrozenSet|AbstractSet))$/.test(base.path))
    return 'set';
  return PYTHON_TYPES.get(base.path) === 'json' ? 'json' : undefined;
}

function ofProjectClass(cls: ClassValue, origin: Origin): TypeFacts {
  if (!isEnum(cls)) return { name: 'object', class: describe(cls) };
  const type = ofClass(cls, undefined, origin);
  if ('unknown' in type) return { name: 'object', class: describe(cls) };
  // What a column type of the project stores for a member is its own affair.
  const stored = unknownAt(`how ${cls.name} is stored is not known`, origin);
  return { name: 'enum', enum: { ...type.enum!, stored } };
}
