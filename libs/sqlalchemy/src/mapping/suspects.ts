import { isMapped } from '../classes/mapped.js';
import { classesOf } from '../classes/mro.js';
import type { Scope } from '../evaluate/scope.js';
import type { ClassValue } from '../evaluate/values.js';
import type { Unknown } from '../facts.js';
import type { Modules } from '../modules/modules.js';
import { registryOf } from './registry.js';

/** Code that may add attributes to classes; the names in it tell to which. */
export interface Suspect {
  readonly reason: Unknown;
  /** The names and the words of texts in the code. */
  readonly words: ReadonlySet<string>;
  /** Whether it may be any class if it names none. */
  readonly anyClass: boolean;
  /** Whether the name of a base or a mixin stands for all classes that extend it. */
  readonly family: boolean;
}

/** The names in some code, with those that its module imports under another one. */
export function wordsOf(code: string, { module }: Scope): Set<string> {
  const words = new Set(code.match(/\w+/g));
  for (const word of [...words]) {
    for (const { imported } of module.scope.bindings?.names.get(word) ?? [])
      if (imported?.name !== undefined) words.add(imported.name);
  }
  return words;
}

/** Whether the code may add attributes to a class: it names the class, or one that this extends. */
export function mayChange(suspect: Suspect, cls: ClassValue): boolean {
  const { words, anyClass } = suspect;
  if (namesOf(cls, suspect).some((name) => words.has(name))) return true;
  if (!anyClass) return false;
  const names = namesOfModels(cls.module.all)[suspect.family ? 'families' : 'models'];
  return ![...words].some((word) => names.has(word));
}

function namesOf(cls: ClassValue, { family }: Suspect): string[] {
  const classes = classesOf(cls);
  return (family ? classes : classes.filter(isMapped)).map(({ name }) => name);
}

interface Names {
  /** How many classes were looked at. */
  done: number;
  readonly models: Set<string>;
  /** Of the models, and of the classes that they extend. */
  readonly families: Set<string>;
}

const known = new WeakMap<Modules, Names>();

/** The names of the models that have been read. */
function namesOfModels(session: Modules): Names {
  const registry = registryOf(session);
  registry.update();
  let found = known.get(session);
  if (!found) {
    found = { done: 0, models: new Set(), families: new Set() };
    known.set(session, found);
  }
  while (found.done < registry.all.length) {
    const cls = registry.all[found.done++]!;
    found.models.add(cls.name);
    for (const { name } of classesOf(cls)) found.families.add(name);
  }
  return found;
}
