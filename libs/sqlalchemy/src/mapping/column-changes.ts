import { classesOf } from '../evaluate/mro.js';
import { lookupIn } from '../evaluate/names.js';
import type { ClassValue, Scope, Value } from '../evaluate/values.js';
import type { ColumnFacts, Unknown } from '../facts.js';
import type { Bindings } from '../modules/bindings.js';
import type { Modules } from '../modules/modules.js';
import { wordsIn } from '../python/source.js';
import { unknownAt } from './known.js';
import type { ColumnDefinition } from './mapped-class.js';

/** A statement that changes something that was made before: `Article.__table__.c.title.nullable = False`. */
interface Change {
  /** What it begins with: a class, a table or a column. */
  readonly base: Value | undefined;
  readonly words: ReadonlySet<string>;
  readonly reason: Unknown;
}

/** The facts that are unknown after something of a column is set. */
const FACTS = new Map<string, readonly (keyof ColumnFacts)[]>([
  ['nullable', ['nullable']],
  ['type', ['type', 'sqlType', 'length', 'precision', 'scale']],
  ['default', ['default']],
  ['onupdate', ['onUpdate']],
  ['server_default', ['serverDefault', 'computed', 'identity']],
  ['server_onupdate', ['serverOnUpdate']],
]);
const SETATTR = /^setattr\(\s*([^,]+?)\s*,\s*["'](\w+)["']/;

const known = new WeakMap<Bindings, readonly Change[]>();

/** What the statements of a module or of the body of a class assign to, apart from names. */
function changesIn(scope: Scope): readonly Change[] {
  const { bindings, source } = scope;
  if (!bindings) return [];
  const found = known.get(bindings);
  if (found) return found;
  const { text } = source;
  const targets = bindings.assignments.map(
    ({ target: { from, to } }) => [text.slice(from, to), from] as const,
  );
  const set = bindings.calls.flatMap(({ from, to }) => {
    const [, target, name] = SETATTR.exec(text.slice(from, to)) ?? [];
    return target === undefined ? [] : [[`${target}.${name!}`, from] as const];
  });
  const made = [...targets, ...set].map(([shown, offset]): Change => {
    const words = wordsIn(shown);
    const reason = unknownAt('a statement changes it', { source, offset });
    const base = lookupIn(scope, /^\w*/.exec(shown)![0]);
    return { base, words, reason };
  });
  known.set(bindings, made);
  return made;
}

interface Changes {
  /** How many modules were looked through. */
  done: number;
  readonly changes: Change[];
  changesMaps: boolean;
}

const all = new WeakMap<Modules, Changes>();

function changesOfModules(session: Modules): Changes {
  const found = all.get(session) ?? { done: 0, changes: [], changesMaps: false };
  all.set(session, found);
  while (found.done < session.read.length) {
    const { scope, source } = session.read[found.done++]!;
    found.changes.push(...changesIn(scope));
    found.changesMaps ||= source.text.includes('.update_type_annotation_map(');
  }
  return found;
}

/** Whether a statement adds to a `type_annotation_map`. */
export function changesTypeMaps(session: Modules): boolean {
  return changesOfModules(session).changesMaps;
}

/** Where a statement sets the schema of some MetaData. */
export function changedSchema(session: Modules): Unknown | undefined {
  const found = changesOfModules(session).changes.find(
    ({ words }) => [...words].at(-1) === 'schema',
  );
  return found && { ...found.reason, unknown: 'the schema of its MetaData is changed' };
}

/** The facts of a column, without those that later statements change. */
export function withoutChanged(
  facts: ColumnFacts,
  { owner, call }: ColumnDefinition,
  cls: ClassValue,
): ColumnFacts {
  const { attribute, column } = facts;
  const changes = [...changesOfModules(cls.module.all).changes, ...changesIn(owner.scope)];
  const own = changes.filter(({ base, words }) => {
    if (base !== undefined && base === call) return true;
    if (base?.kind === 'class' && !classesOf(cls).includes(base)) return false;
    return words.has(attribute) || (typeof column === 'string' && words.has(column));
  });
  return own.reduce((found, { words, reason }) => {
    const set = [...words].filter((word) => word !== attribute && word !== column);
    const lost = set
      .flatMap((word) => FACTS.get(word) ?? [])
      .map((fact) => [fact, reason] as const);
    return { ...found, ...Object.fromEntries(lost) };
  }, facts);
}
