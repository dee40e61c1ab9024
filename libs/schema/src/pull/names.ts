import { IDENTIFIER } from './literals.js';

/** What a constant must not be called: words of the language, and what a pulled file has besides. */
const TAKEN = new Set(
  `arguments await break case catch class const continue debugger default delete do else enum eval export
  extends false finally for function if implements import in instanceof interface let new null package private
  protected public return static super switch this throw true try typeof undefined var void while with yield
  async of NaN Infinity Object Array String Number Boolean Symbol
  bigint bigserial boolean char check cidr customType date domain doublePrecision foreignKey index inet integer interval
  json jsonb macaddr macaddr8 numeric partition pgEnum pgPolicy pgSchema real sequence serial smallint smallserial sql table text time
  timestamp unique uniqueIndex uuid varchar
  config metadata Metadata pgExtension SchemaConfig t typed`.split(/\s+/),
);

/** What a key must not be: what each object has, and what drizzle's tables have besides columns. */
const TAKEN_KEYS = [
  ...Object.getOwnPropertyNames(Object.prototype),
  ...['_', '$inferSelect', '$inferInsert', 'enableRLS', 'getSQL', 'shouldOmitSQLParens'],
];

/** Gives names that are free. */
export class Names {
  readonly #used: Set<string>;

  /** @param isConstant Whether the names are those of constants rather than of keys. */
  constructor(isConstant: boolean) {
    this.#used = new Set(isConstant ? TAKEN : TAKEN_KEYS);
  }

  /** A name for `name` in the database, in camel case; `kind` goes with it where it is taken. */
  take(name: string, kind: string): string {
    const plain = camelCase(name, kind);
    const candidates = [plain, `${plain}${kind[0]!.toUpperCase()}${kind.slice(1)}`];
    let free = candidates.find((candidate) => !this.#used.has(candidate));
    for (let n = 2; free === undefined; n++) {
      if (!this.#used.has(`${plain}${n}`)) free = `${plain}${n}`;
    }
    this.#used.add(free);
    return free;
  }
}

function camelCase(name: string, kind: string): string {
  // A name that is an identifier with capitals in it is somebody's choice.
  if (IDENTIFIER.test(name) && /^[a-z]/.test(name) && !name.includes('_')) return name;
  const words = name.split(/[^A-Za-z0-9]+/).filter((word) => word !== '');
  const [first, ...rest] = words.map((word) => (/[a-z]/.test(word) ? word : word.toLowerCase()));
  if (first === undefined) return kind;
  const joined =
    first[0]!.toLowerCase() +
    first.slice(1) +
    rest.map((word) => word[0]!.toUpperCase() + word.slice(1)).join('');
  return /^[a-z]/.test(joined) ? joined : `${kind}${joined}`;
}
