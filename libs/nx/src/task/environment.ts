/**
 * A program: prints what the files of a virtual environment say, without the absolute paths in them. As a `runtime` input, it
 * is the same in every clone.
 *
 *   node environment.js <site-packages>   the folders that `.pth` files add
 *   node environment.js <pyvenv.cfg>      the version of Python
 */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative, sep } from 'node:path';

const path = process.argv[2]!;
const lines = !existsSync(path)
  ? []
  : statSync(path).isDirectory()
    ? linesOf(path)
    : readFileSync(path, 'utf8').match(/^version.*$/gm);
// An input that fails would stop Nx, and so would one without output.
process.stdout.write(`${path}\n${(lines ?? []).join('\n')}\n`);

function linesOf(folder: string): readonly string[] {
  const names = readdirSync(folder).filter((name) => name.endsWith('.pth'));
  return names.sort().flatMap((name) => {
    const text = readFileSync(join(folder, name), 'utf8');
    return [`${name}:`, ...text.split(/\r?\n/).map(fromRoot)];
  });
}

/** An absolute path in the workspace is one from its root, which is the working directory. */
function fromRoot(line: string): string {
  return line.startsWith(`${process.cwd()}${sep}`) ? relative(process.cwd(), line) : line;
}
