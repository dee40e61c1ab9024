import { isMapped, isSqlModel } from '../classes/mapped.js';
import { callFor, isDeclared } from '../evaluate/functions.js';
import { extendsSymbol, isCallOf } from '../evaluate/library.js';
import { findMember, ownMembers } from '../evaluate/members.js';
import { classesOf } from '../evaluate/mro.js';
import { truth } from '../evaluate/truth.js';
import type { ClassValue, Value } from '../evaluate/values.js';
import { describe, isNone, isString, unknownFact } from '../evaluate/values.js';
import type { Known } from '../facts.js';
import { unknownAt } from './known.js';
import { setByBase } from './subclass-hooks.js';

/** The name of the table that a class has for itself; null when it shares its parent's or has none. */
export function tableName(cls: ClassValue, extendsModel: boolean): Known<string> | null {
  const set = setByBase(cls, '__tablename__');
  if (set) return nameOf(set, cls);
  for (const base of classesOf(cls)) {
    const own = ownMembers(base).get('__tablename__')?.value;
    if (!own) continue;
    const declared = own.kind === 'function' && isDeclared(own);
    if (base !== cls && isMapped(base) && !declared) continue;
    // Python looks the name up on the class, which may find another one.
    const value = evaluated(findMember(cls, '__tablename__')?.value ?? own, cls);
    if (isNone(value)) continue;
    return nameOf(value, cls);
  }
  if (isSqlModel(cls)) return extendsModel ? null : cls.name.toLowerCase();
  if (extendsSymbol(cls, /^flask_sqlalchemy\.Model$/) && (!extendsModel || hasOwnKey(cls)))
    return snakeCase(cls.name);
  return null;
}

/** Whether a class that extends a model says a primary key itself: then Flask-SQLAlchemy names its table, too. */
function hasOwnKey(cls: ClassValue): boolean {
  const parent = classesOf(cls).slice(1).find(isMapped);
  const inherited = new Set(parent && classesOf(parent));
  return classesOf(cls)
    .filter((base) => !inherited.has(base))
    .flatMap((base) => [...ownMembers(base).values()])
    .some(({ value }) => {
      if (!isCallOf(value, 'Column', 'mapped_column')) return false;
      const key = value.keywords.get('primary_key');
      return key !== undefined && truth(key) === true;
    });
}

function nameOf(value: Value, cls: ClassValue): Known<string> {
  if (isString(value)) return value.value;
  return value.kind === 'unknown'
    ? unknownFact(value)
    : unknownAt(`the name of the table is ${describe(value)}`, cls.origin);
}

function evaluated(value: Value, cls: ClassValue): Value {
  return value.kind === 'function' ? callFor(value, cls, cls.origin) : value;
}

/** As Flask-SQLAlchemy names tables: `BlogPost` is `blog_post`. */
function snakeCase(name: string): string {
  return name
    .replace(/(?<=[a-z0-9])[A-Z]|(?!^)[A-Z](?=[a-z])/g, '_$&')
    .toLowerCase()
    .replace(/^_+/, '');
}
