/** A name as an option writes it: bare, or in double quotes. */
export const NAME = '(?:"(?:[^"]|"")+"|[^".=]+)';

const ASSIGNMENT = new RegExp(`^(${NAME}(?:\\.${NAME})*)=(.+)$`, 'su');

/** What an option says of an object: `blog.articles.title=headline`. */
export interface Assignment {
  /** The qualified name, in parts. */
  readonly path: readonly string[];
  readonly value: string;
}

/** Reads `blog.articles.title=…`; `undefined` for anything else. */
export function parseAssignment(option: string): Assignment | undefined {
  const [, path, value] = ASSIGNMENT.exec(option) ?? [];
  return path === undefined ? undefined : { path: namesIn(path), value: value! };
}

/** The names of a qualified name, without their quotes. */
export function namesIn(path: string): string[] {
  return (path.match(new RegExp(NAME, 'gu')) ?? []).map((name) =>
    name.startsWith('"') ? name.slice(1, -1).replaceAll('""', '"') : name,
  );
}
