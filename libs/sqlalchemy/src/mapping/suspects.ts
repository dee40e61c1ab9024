import { isMapped } from '../classes/mapped.js';
import { classesOf } from '../evaluate/mro.js';
import { lookupIn } from '../evaluate/names.js';
import type { Scope } from '../evaluate/values.js';
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

export function onlyWord(word: string): Named {
  return { classes: new Set(), words: new Set([word]) };
}

/** The suspects in the modules that have been read, by what they name: a class is compared with few of them. */
class Suspects {
  private readonly byClass = new Map<ClassValue, Set<Suspect>>();
  private readonly byWord = new Map<string, Set<Suspect>>();
  /** Those that may change any class, because they name none. */
  private readonly general = new Set<Suspect>();
  private readonly generalByName = new Map<string, Set<Suspect>>();
  private readonly models = new Set<string>();
  /** The names of models, and of the classes that they extend. */
  private readonly families = new Set<string>();
  /** How many models were looked at. */
  private done = 0;

  constructor(private readonly session: Modules) {}

  add(suspect: Suspect): void {
    const { named, anyClass } = suspect;
    for (const cls of named.classes) into(this.byClass, cls, suspect);
    for (const word of named.words) into(this.byWord, word, suspect);
    if (!anyClass) return;
    const names = [...named.words, ...[...named.classes].map(({ name }) => name)];
    const known = suspect.family ? this.families : this.models;
    if (names.some((name) => known.has(name))) return;
    this.general.add(suspect);
    for (const name of names) into(this.generalByName, name, suspect);
  }

  remove(suspect: Suspect): void {
    for (const cls of suspect.named.classes) this.byClass.get(cls)?.delete(suspect);
    for (const word of suspect.named.words) this.byWord.get(word)?.delete(suspect);
    this.general.delete(suspect);
  }

  /** Why other code may add attributes to a class: it names the class, or one that this extends. */
  reasonsFor(cls: ClassValue): Unknown[] {
    this.update();
    const found = new Set<Suspect>();
    for (const one of classesOf(cls)) {
      const own = [...(this.byClass.get(one) ?? []), ...(this.byWord.get(one.name) ?? [])];
      const mapped = own.length > 0 && isMapped(one);
      for (const suspect of own) if (mapped || suspect.family) found.add(suspect);
    }
    return [...[...found].map(({ reason }) => reason), ...this.generalReason(found)];
  }

  /** One reason for all that name no class: there may be as many of these as there are classes. */
  private generalReason(besides: ReadonlySet<Suspect>): Unknown[] {
    const [first] = this.general;
    if (!first || (this.general.size === 1 && besides.has(first))) return [];
    const others = this.general.size - 1;
    if (others === 0) return [first.reason];
    const more = others === 1 ? 'one other' : `${String(others)} others`;
    return [{ ...first.reason, unknown: `${first.reason.unknown}, and so may ${more}` }];
  }

  /** Takes in the models that were read since the last time. */
  private update(): void {
    const registry = registryOf(this.session);
    registry.update();
    while (this.done < registry.all.length) {
      const cls = registry.all[this.done++]!;
      this.learn(cls.name, this.models, false);
      for (const { name } of classesOf(cls)) this.learn(name, this.families, true);
    }
  }

  private learn(name: string, names: Set<string>, family: boolean): void {
    if (names.has(name)) return;
    names.add(name);
    for (const suspect of this.generalByName.get(name) ?? [])
      if (suspect.family === family) this.general.delete(suspect);
  }
}

function into<K>(index: Map<K, Set<Suspect>>, key: K, suspect: Suspect): void {
  const known = index.get(key);
  if (known) known.add(suspect);
  else index.set(key, new Set([suspect]));
}

const all = new WeakMap<Modules, Suspects>();

export function suspectsOf(session: Modules): Suspects {
  const known = all.get(session);
  if (known) return known;
  const made = new Suspects(session);
  all.set(session, made);
  return made;
}
