/*
 * Statements are lists of lines until they are joined, so that they can be indented: a line itself may hold a
 * literal with newlines, to which nothing may be added.
 */

/** A line inside of a block. */
export function indented(line: string): string {
  return `  ${line}`;
}

/** The items of a list, a line each, inside of the statement that they end. */
export function itemLines(items: readonly string[], end = ';'): readonly string[] {
  return items.map((item, index) => indented(`${item}${index < items.length - 1 ? ',' : end}`));
}
