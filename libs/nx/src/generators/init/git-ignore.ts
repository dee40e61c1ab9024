import { logger, type Tree } from '../../devkit.js';

const FILE = '.gitignore';

/** Adds a line to the workspace's `.gitignore`, unless it is there. */
export function ignore(tree: Tree, pattern: string): void {
  if (isIgnored(tree, pattern)) return;
  const text = tree.read(FILE, 'utf8') ?? '';
  const gap = text === '' || text.endsWith('\n') ? '' : '\n';
  tree.write(FILE, `${text}${gap}${pattern}\n`);
}

/** Says what to do about a line that keeps generated code out of commits. */
export function warnOfIgnored(tree: Tree, pattern: string): void {
  if (!isIgnored(tree, pattern)) return;
  logger.warn(
    `${FILE} has the line ${pattern}: remove it, so that generated code can be committed.`,
  );
}

function isIgnored(tree: Tree, pattern: string): boolean {
  const lines = (tree.read(FILE, 'utf8') ?? '').split(/\r?\n/);
  const isSame = (line: string) => line.trim().replace(/\/$/, '') === pattern.replace(/\/$/, '');
  return lines.some(isSame);
}
