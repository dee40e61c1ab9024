import { DiskError, type Problem } from '../errors.js';
import { isReserved } from '../names.js';

/** Device names of Windows, whatever follows the first dot. */
const deviceName = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9¹²³])$/;

/** Characters that Windows forbids, or that separate parts of its paths; and control characters. */
const forbidden = /[<>:"|?*\\\u0000-\u001f\u007f]/;

/** The bytes that common file systems allow in one name. */
const maxNameBytes = 255;

/** The generated paths, found safe. */
export interface CheckedPaths {
  /** Every directory that a file lies in, root excepted. */
  readonly directories: ReadonlySet<string>;
  /** The files by their folded path. */
  readonly byFold: ReadonlyMap<string, string>;
}

/**
 * The key under which a file system that ignores case and Unicode normal form may store a path. It
 * is coarser than any one file system's own rule.
 */
export function fold(path: string): string {
  if (/^[\u0000-\u007f]*$/.test(path)) return path.toLowerCase();
  return path.normalize('NFC').toUpperCase().toLowerCase().normalize('NFC');
}

/**
 * Why a path must not be written below an output root on some system, or undefined when it may.
 *
 * @param path POSIX, relative to the root.
 */
export function pathProblem(path: string): string | undefined {
  return problemOf(path, new Set());
}

/** @param sound names that are known to be in order; most directories and many files share theirs. */
function problemOf(path: string, sound: Set<string>): string | undefined {
  if (path === '') return 'the path is empty';
  const names = path.split('/');
  for (const name of names) {
    if (sound.has(name)) continue;
    const problem = nameProblem(name);
    if (problem) return problem;
    sound.add(name);
  }
  const [first] = names;
  return isReserved(fold(first!)) ? `'${first}' is kept for Rowhouse's own use` : undefined;
}

function nameProblem(name: string): string | undefined {
  if (name === '') return 'it has an empty part';
  if (/\p{Surrogate}/u.test(name)) return 'it holds half a surrogate pair';
  if (name === '.' || name === '..') return `'${name}' may not be a part of it`;
  const bad = forbidden.exec(name);
  if (bad) return `${JSON.stringify(bad[0])} may not be in a file name`;
  if (/[. ]$/.test(name)) return `'${name}' ends in a dot or a space, which Windows drops`;
  const stem = name.split('.', 1)[0]!.trimEnd().toLowerCase();
  if (deviceName.test(stem)) return `'${name}' names a device on Windows`;
  if (Buffer.byteLength(name) > maxNameBytes) {
    return `'${name}' is longer than ${maxNameBytes} bytes`;
  }
  return undefined;
}

/**
 * Checks generated paths together.
 *
 * @throws DiskError that lists every unsafe path (`UNSAFE_PATH`), or else every two that some file
 *   system would take for one (`COLLISION`).
 */
export function checkPaths(paths: readonly string[]): CheckedPaths {
  const sound = new Set<string>();
  throwIfAny(
    paths.flatMap((path): Problem | [] => {
      const problem = problemOf(path, sound);
      if (!problem) return [];
      const message = `unsafe path ${JSON.stringify(path)} in the output: ${problem}`;
      return { code: 'UNSAFE_PATH', path, message };
    }),
  );
  return checkCollisions(paths);
}

function checkCollisions(paths: readonly string[]): CheckedPaths {
  const files = new Map<string, string>();
  const directories = new Set<string>();
  const directoryByFold = new Map<string, string>();
  const problems: Problem[] = [];
  const report = (path: string, message: string, fix?: string) =>
    problems.push({ code: 'COLLISION', path, message, ...(fix && { fix }) });
  const reportOneName = (first: string, second: string) => {
    const message = `'${first}' and '${second}' are one name where case or Unicode form is ignored`;
    report(second, message, 'rename one');
  };
  for (const path of paths) {
    const key = fold(path);
    const other = files.get(key);
    if (other === path) report(path, `'${path}' is generated twice`);
    else if (other !== undefined) reportOneName(other, path);
    else files.set(key, path);
    for (const directory of parents(path)) {
      if (directories.has(directory)) break;
      directories.add(directory);
      const twin = directoryByFold.get(fold(directory));
      if (twin === undefined) directoryByFold.set(fold(directory), directory);
      else reportOneName(`${twin}/`, `${directory}/`);
    }
  }
  for (const [key, path] of files) {
    const directory = directoryByFold.get(key);
    if (directory === path) {
      report(path, `'${path}' is generated both as a file and as a directory`);
    } else if (directory !== undefined) reportOneName(path, `${directory}/`);
  }
  throwIfAny(problems);
  return { directories, byFold: files };
}

function throwIfAny([first, ...others]: readonly Problem[]): void {
  if (first) throw new DiskError([first, ...others]);
}

/** The directories that a path lies in, innermost first, root excepted. */
export function* parents(path: string): Generator<string> {
  for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1)) {
    yield path.slice(0, end);
  }
}
