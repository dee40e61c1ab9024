import { readFileSync } from 'node:fs';

/** The list of generated files in an output directory. The plugin reads it without loading the engine. */
export const MANIFEST = '.rowhouse.json';

/** The generated files by their path in the output directory, each with the SHA-256 of its content. */
export type Listed = ReadonlyMap<string, string>;

/** Reads a manifest; undefined when it is absent or not one. */
export function readManifest(file: string): Listed | undefined {
  const text = readIfPresent(file);
  return text === undefined ? undefined : parseManifest(text);
}

/** Takes a manifest's text apart. Paths that could lead out of the folder are left out. */
export function parseManifest(text: string): Listed | undefined {
  try {
    const { files } = JSON.parse(text) as { files: Record<string, string> };
    return new Map(Object.entries(files).filter(([path]) => staysInside(path)));
  } catch {
    return undefined;
  }
}

/** Reads a file's text; undefined when it is not there. */
export function readIfPresent(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

function staysInside(path: string): boolean {
  return path.split('/').every((name) => !['', '.', '..'].includes(name) && !/[\\:]/.test(name));
}
