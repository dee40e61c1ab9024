import { classesOf } from '../evaluate/mro.js';
import type { ClassValue } from '../evaluate/values.js';
import { codeOf } from '../python/source.js';

const SETTER = /^@\s*(?:\w+\.)*?(\w+)\.(?:inplace\.)?setter\b/;

/**
 * The attributes that get a value when one of an instance is assigned, by the setters of properties and
 * hybrids: `self.firm_id = firm.id`. As far as their source says it in so many words.
 */
export function assignedBy(cls: ClassValue, attribute: string): ReadonlySet<string> {
  const found = new Set<string>();
  const open = [attribute];
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    for (const assigned of setterOf(cls, name)) {
      if (!found.has(assigned)) open.push(assigned);
      found.add(assigned);
    }
  }
  return found;
}

/** What the setter of an attribute assigns; nothing where it has none. */
function setterOf(cls: ClassValue, attribute: string): readonly string[] {
  for (const owner of classesOf(cls)) {
    const { text } = owner.outer.source;
    const bindings = [...(owner.scope.bindings?.names.values() ?? [])].flat();
    const setter = bindings.findLast(({ decorators = [] }) =>
      decorators.some(({ from, to }) => SETTER.exec(text.slice(from, to))?.[1] === attribute),
    );
    if (setter) return assignments(codeOf(text.slice(setter.node.from, setter.node.to)));
  }
  return [];
}

/** The attributes of its first parameter that a function assigns. */
function assignments(code: string): readonly string[] {
  const self = /\(\s*(\w+)/.exec(code)?.[1];
  if (self === undefined) return [];
  const targets = [...code.matchAll(/(?<=^|[:=])[ \t]*([^=#\n]*[^=!<>:#\n])=(?!=)/gm)].map(
    ([, left]) => left!,
  );
  const set = [...code.matchAll(new RegExp(`\\bsetattr\\(\\s*${self}\\s*,\\s*["'](\\w+)`, 'g'))];
  const own = new RegExp(
    `(?<![\\w.])(?<!\\w\\()${self}\\.(\\w+)(?=\\s*(?:$|[-+*/%|&,)\\]:]))`,
    'g',
  );
  return [...targets.flatMap((left) => [...left.matchAll(own)]), ...set].map(([, name]) => name!);
}
