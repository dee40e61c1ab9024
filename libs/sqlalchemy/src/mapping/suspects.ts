import { isMapped } from '../classes/mapped.js';
import { classesOf } from '../classes/mro.js';
import { lookupIn } from '../evaluate/names.js';
import type { Scope } from '../evaluate/scope.js';
import type { ClassValue } from '../evaluate/values.js';
import type { Unknown } from '../facts.js';
import type { Modules } from '../modules/modules.js';
import { registryOf } from './registry.js';

/** Code that may add attributes to classes; the names in it tell to which. */
export interface Suspect {
  readonly reason: Unknown;
  readonly named: Named;
  /** Whether it may be any class if it names none. */
  readonly anyClass: boolean;
  /** Whether a base or a mixin stands for all classes that extend it. */
  readonly family: boolean;
}

/** What some code names. */
export interface Named {
  readonly classes: ReadonlySet<ClassValue>;
  /** Words that mean nothing in its module: parts of texts, names that a function binds. */
  readonly words: ReadonlySet<string>;
}

/** The classes and words in some code, also in its texts. */
export function namesIn(code: string, { module }: Scope): Named {
  const classes = new Set<ClassValue>();
  const words = new Set<string>();
  for (const word of new Set(code.match(/\w+/g))) {
    const value = module.scope.bindings?.names.has(word) ? lookupIn(module.scope, word) : undefined;
    if (value?.kind === 'class') classes.add(value);
    else if (value === undefined) words.add(word);
  }
  return { classes, words };
}

export function onlyClass(cls: ClassValue): Named {
  return { classes: new Set([cls]), words: new Set() };
}

/** The code that may add attributes to a class: it names the class, or one that this extends. */
export function changersOf(cls: ClassValue, suspects: readonly Suspect[]): readonly Suspect[] {
  if (suspects.length === 0) return [];
  const all = classesOf(cls);
  const mapped = all.filter(isMapped);
  const { models, families } = namesOfModels(cls.module.all);
  return suspects.filter(({ named: { classes, words }, anyClass, family }) => {
    const own = family ? all : mapped;
    if (own.some((one) => classes.has(one) || words.has(one.name))) return true;
    if (!anyClass) return false;
    const names = family ? families : models;
    return ![...words, ...[...classes].map(({ name }) => name)].some((word) => names.has(word));
  });
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
