/** The module in a dotted path. */
export function moduleIn(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('.')));
}

/** The member in a dotted path. */
export function memberIn(path: string): string {
  return path.slice(path.lastIndexOf('.') + 1);
}

/** Whether a text is a dotted path of Python names; what else it may be, the schema tells. */
export function isDotted(path: string): boolean {
  return /^[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)+$/.test(path);
}
