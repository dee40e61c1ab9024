/** A source of random numbers that gives the same ones for the same seed (mulberry32). */
export function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

type Type = 'number' | 'string' | 'boolean' | 'array' | 'object' | 'any';

const TYPES: readonly Type[] = ['number', 'string', 'boolean', 'array', 'object'];
const NAMES = ['a', 'b', 'c', 'd'];

/*
 * What is left out on purpose, as the reference of Debian (0.18) differs from the current one (0.21):
 * bitwise operators on large numbers, %e of
 * zero, and merging computed objects over hidden fields.
 */

/** Makes random programs, mostly of matching types, so that many of them have a value. */
export class ProgramMaker {
  readonly #random: () => number;
  /** The variables in scope, with the type each was made as. */
  #scope: { name: string; type: Type }[] = [];
  #objects = 0;

  constructor(seed: number) {
    this.#random = randomNumbers(seed);
  }

  program(): string {
    this.#scope = [];
    this.#objects = 0;
    return this.#expression('any', 5);
  }

  #pick<T>(items: readonly T[]): T {
    return items[Math.floor(this.#random() * items.length)]!;
  }

  /** Fills a template: `n`, `s`, `b`, `r`, `o`, `x` between ⟨⟩ are expressions of a type. */
  #fill(template: string, depth: number): string {
    const types: Record<string, Type> = {
      n: 'number',
      s: 'string',
      b: 'boolean',
      r: 'array',
      o: 'object',
      x: 'any',
    };
    return template
      .replace(/⟨([nsbrox])⟩/g, (_, kind: string) => this.#expression(types[kind]!, depth - 1))
      .replace(/⟨v⟩/g, () => this.#pick(NAMES));
  }

  #expression(wanted: Type, depth: number): string {
    // Now and then another type than the one that fits: errors must agree as well.
    const type = wanted === 'any' || this.#random() < 0.02 ? this.#pick(TYPES) : wanted;
    if (depth <= 0 || this.#random() < 0.12) return this.#leaf(type);
    const roll = this.#random();
    if (roll < 0.12) return this.#local(type, depth);
    if (roll < 0.2)
      return (
        this.#fill(`(if ⟨b⟩ then `, depth) +
        `${this.#expression(type, depth - 1)} else ${this.#expression(type, depth - 1)})`
      );
    if (roll < 0.27) return this.#call(type, depth);
    return type === 'object'
      ? this.#object(depth)
      : this.#fill(this.#pick(TEMPLATES[type as keyof typeof TEMPLATES]), depth);
  }

  #leaf(type: Type): string {
    const known = this.#scope.filter((variable) => variable.type === type);
    if (known.length > 0 && this.#random() < 0.6) return this.#pick(known).name;
    return this.#pick(LEAVES[type as keyof typeof LEAVES]);
  }

  #local(type: Type, depth: number): string {
    const bound = this.#pick(TYPES);
    const name = `v${this.#scope.length}`;
    const value = this.#expression(bound, depth - 1);
    const body = this.#within({ name, type: bound }, () => this.#expression(type, depth - 1));
    return `(local ${name} = ${value}; ${body})`;
  }

  #call(type: Type, depth: number): string {
    const name = `p${this.#scope.length}`;
    const parameter = this.#pick(TYPES);
    const body = this.#within({ name, type: parameter }, () => this.#expression(type, depth - 1));
    const fallback = this.#expression(parameter, depth - 2);
    const argument = this.#pick([
      '',
      this.#expression(parameter, depth - 2),
      `${name}=${this.#expression(parameter, depth - 2)}`,
    ]);
    return `(function(${name}=${fallback}) ${body})(${argument})`;
  }

  #object(depth: number): string {
    const roll = this.#random();
    if (roll < 0.25) return this.#fill('(⟨o⟩ + ⟨o⟩)', depth);
    if (roll < 0.35) return this.#comprehension(depth);
    if (roll < 0.5) return this.#fill(this.#pick(OBJECT_TEMPLATES), depth);
    this.#objects++;
    const fields = NAMES.filter(() => this.#random() < 0.6).map((name) => {
      const sign = this.#pick([':', ':', ':', '::', ':::', '+:', '+:']);
      return `${name}${sign} ${this.#field(sign, depth)}`;
    });
    this.#objects--;
    return `{ ${fields.join(', ')} }`;
  }

  #field(sign: string, depth: number): string {
    const roll = this.#random();
    if (roll < 0.1) return `self.${this.#pick(NAMES)}`;
    if (roll < 0.14) return `$.${this.#pick(NAMES)}`;
    if (roll < 0.2) return `(if '${this.#pick(NAMES)}' in super then 1 else 0)`;
    if (roll < 0.25) return `super.${this.#pick(NAMES)}`;
    return this.#expression(
      sign.startsWith('+') ? this.#pick(['number', 'string', 'array']) : 'any',
      depth - 1,
    );
  }

  #comprehension(depth: number): string {
    const name = `v${this.#scope.length}`;
    const array = this.#expression('array', depth - 1);
    const value = this.#within({ name, type: 'any' }, () => this.#expression('any', depth - 1));
    return `{ ['k' + ${name}]: ${value} for ${name} in ${array} }`;
  }

  #within(variable: { name: string; type: Type }, make: () => string): string {
    this.#scope.push(variable);
    const made = make();
    this.#scope.pop();
    return made;
  }
}

const LEAVES = {
  number: ['0', '1', '2', '-1', '3.5', '10', '0.1', '1e3', '255', '1e20'],
  string: [`''`, `'a'`, `'hello'`, `'x y'`, `'é😀'`, `'%d'`, `'12'`, `'a,b,c'`, '|||\n  text\n|||'],
  boolean: ['true', 'false'],
  array: ['[]', '[1, 2, 3]', `['b', 'a']`, '[null]', '[[1], [2]]'],
  object: ['{}', '{ a: 1 }', `{ b: 'x', c:: 2 }`],
};

const TEMPLATES = {
  number:
    `(⟨n⟩ + ⟨n⟩)|(⟨n⟩ - ⟨n⟩)|(⟨n⟩ * ⟨n⟩)|(⟨n⟩ / ⟨n⟩)|(⟨n⟩ % ⟨n⟩)|-⟨n⟩|std.length(⟨x⟩)|std.floor(⟨n⟩)|(std.abs(⟨n⟩) + 0)|std.max(⟨n⟩, ⟨n⟩)|(1 << 3 & std.floor(⟨n⟩ % 1000))|std.foldl(function(t, e) t + std.length(e + ''), ⟨r⟩, 0)|std.codepoint('x')|std.count(⟨r⟩, ⟨x⟩)|std.parseInt('42')|⟨o⟩.⟨v⟩|⟨r⟩[0]`.split(
      '|',
    ),
  string:
    `(⟨s⟩ + ⟨s⟩)~(⟨s⟩ + ⟨x⟩)~std.toString(⟨x⟩)~std.join(',', std.map(std.toString, ⟨r⟩))~std.asciiUpper(⟨s⟩)~('%s|%5s|%-3s|' % [⟨x⟩, ⟨s⟩, ⟨n⟩])~('%05d|%x|%+.2f|%e|%g' % [⟨n⟩, ⟨n⟩, ⟨n⟩, std.abs(⟨n⟩) + 1, std.abs(⟨n⟩) + 1])~std.substr(⟨s⟩, 1, 2)~⟨s⟩[1:]~⟨s⟩[::2]~std.strReplace(⟨s⟩, 'a', ⟨s⟩)~std.escapeStringJson(⟨s⟩)~std.manifestJsonEx(⟨x⟩, '  ')~std.manifestYamlDoc(⟨x⟩)~std.type(⟨x⟩)~std.base64(⟨s⟩)~std.md5(⟨s⟩)~std.manifestPython(⟨x⟩)~std.stripChars(⟨s⟩, 'ao')~('%(a)s' % ⟨o⟩)~std.toString(std.mergePatch(⟨o⟩, ⟨o⟩))~std.toString(std.prune(⟨o⟩))~std.toString(std.parseJson('{"a": [1, {"b": null}]}'))~std.toString(std.mapWithKey(function(k, v) [k, v], ⟨o⟩))`.split(
      '~',
    ),
  boolean:
    `(⟨n⟩ < ⟨n⟩)~(⟨s⟩ <= ⟨s⟩)~(⟨x⟩ == ⟨x⟩)~(⟨r⟩ == ⟨r⟩)~(⟨b⟩ && ⟨b⟩)~(⟨b⟩ || ⟨b⟩)~!⟨b⟩~('⟨v⟩' in ⟨o⟩)~std.objectHas(⟨o⟩, '⟨v⟩')~std.member(⟨r⟩, ⟨x⟩)~std.startsWith(⟨s⟩, ⟨s⟩)~(⟨r⟩ < ⟨r⟩)~std.setMember(⟨n⟩, [1, 2, 3])`.split(
      '~',
    ),
  array:
    `[⟨x⟩, ⟨x⟩]~(⟨r⟩ + ⟨r⟩)~[e for e in ⟨r⟩]~[[e, ⟨x⟩] for e in ⟨r⟩ if ⟨b⟩]~std.range(1, 4)~std.map(function(e) [e], ⟨r⟩)~std.filter(function(e) e != null, ⟨r⟩)~std.split(⟨s⟩, 'l')~⟨r⟩[1:]~⟨r⟩[:2]~std.sort(std.map(std.toString, ⟨r⟩))~std.set(std.map(std.toString, ⟨r⟩))~std.objectFields(⟨o⟩)~std.objectFieldsAll(⟨o⟩)~std.reverse(⟨r⟩)~std.stringChars(⟨s⟩)~std.makeArray(3, function(i) i * ⟨n⟩)~std.flatMap(function(e) [e, e], ⟨r⟩)~std.findSubstr('l', ⟨s⟩)~std.encodeUTF8(⟨s⟩)~std.repeat(⟨r⟩, 2)~std.setUnion(std.set([3, 1]), [2])~std.splitLimit(⟨s⟩, ',', 1)`.split(
      '~',
    ),
};

const OBJECT_TEMPLATES = `⟨o⟩ { ⟨v⟩: ⟨x⟩ }~⟨o⟩ { ⟨v⟩+: ⟨x⟩ }`.split('~');
