const OPENING = new Set('([{');
const CLOSING = new Set(')]}');

/**
 * Indents the lines of source text by the brackets around them. The lines of a template stay as they are, since they
 * are its value.
 */
export function indented(source: string): string {
  // How many brackets each level waits for: those that one line opens are closed by one line.
  const levels: number[] = [];
  let quote: string | undefined;
  const lines = source.split('\n').map((line) => {
    let depth = quote === undefined ? undefined : 0;
    let opened = 0;
    for (let at = 0; at < line.length; at++) {
      const character = line[at]!;
      const isClosing = quote === undefined && CLOSING.has(character);
      if (!isClosing) depth ??= levels.length;
      if (quote !== undefined) {
        if (character === '\\') at++;
        else if (character === quote) quote = undefined;
      } else if (character === "'" || character === '`') quote = character;
      else if (OPENING.has(character)) opened++;
      else if (isClosing && opened > 0) opened--;
      else if (isClosing) {
        levels[levels.length - 1]! -= 1;
        if (levels.at(-1) === 0) levels.pop();
      }
    }
    const indent = line === '' ? '' : '  '.repeat(depth ?? levels.length);
    if (opened > 0) levels.push(opened);
    return indent + line;
  });
  return lines.join('\n');
}
