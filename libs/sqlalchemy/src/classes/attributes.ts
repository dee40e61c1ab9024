import { ownMembers } from '../evaluate/members.js';
import type { Base } from '../evaluate/mro.js';
import { classesOf, linearise } from '../evaluate/mro.js';
import type { ClassValue } from '../evaluate/values.js';

/** Bases of libraries whose instances have what the class says, and no public attributes beside. */
const PLAIN =
  /^(?:builtins\.object|typing\.(?:Generic|NamedTuple|Protocol)|pydantic\.(?:main\.)?BaseModel|sqlalchemy\.(?:orm|ext\.asyncio)\.(?:DeclarativeBase|MappedAsDataclass|AsyncAttrs|declarative_base))$/;

/** What gives an instance attributes that the body of its class does not name. */
const DYNAMIC = ['__init__', '__getattr__', '__getattribute__'];

/** The names of what instances of a class have, those for all to use; undefined where one may be missing. */
export function attributesOf(cls: ClassValue): readonly string[] | undefined {
  if (!linearise(cls).every(isPlain)) return undefined;
  const names = new Set(classesOf(cls).flatMap((each) => [...ownMembers(each).keys()]));
  if (DYNAMIC.some((name) => names.has(name))) return undefined;
  return [...names].filter((name) => !name.startsWith('_'));
}

function isPlain(base: Base): boolean {
  return base.kind === 'class' || (base.kind === 'symbol' && PLAIN.test(base.path));
}
