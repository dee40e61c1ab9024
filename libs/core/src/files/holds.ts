import { isAbsolute, relative, sep } from 'node:path';

/** Whether a folder is another one, or lies in it. */
export function holds(folder: string, inner: string): boolean {
  const path = relative(folder, inner);
  return path.split(sep)[0] !== '..' && !isAbsolute(path);
}
