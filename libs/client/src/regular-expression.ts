/** What the engine of the API, which is Rust's, means by a class: more than JavaScript does. */
const classes: Readonly<Record<string, string>> = {
  d: String.raw`\p{Nd}`,
  w: String.raw`\p{Alphabetic}\p{M}\p{Nd}\p{Pc}\p{Join_Control}`,
  s: String.raw`\p{White_Space}`,
};

/**
 * The source of a regular expression that matches what the pattern does in the API; undefined where there is none, as
 * for the boundaries of words.
 */
export function regularExpression(pattern: string): string | undefined {
  let isInClass = false;
  let isKnown = true;
  const translated = pattern.replace(/\\.|[[\].]/gsu, (part) => {
    if (part === '[' || part === ']') isInClass = part === '[';
    if (part === '.') return isInClass ? part : String.raw`[^\n]`;
    const members = classes[part.charAt(1).toLowerCase()];
    if (part === String.raw`\b` || part === String.raw`\B`) isKnown = false;
    if (members === undefined || !part.startsWith('\\')) return part;
    const isOne = members.split('\\').length === 2;
    if (/[dws]/.test(part)) return isInClass || isOne ? members : `[${members}]`;
    isKnown &&= !isInClass;
    return `[^${members}]`;
  });
  // The engine writes its source so that it can stand between slashes.
  return isKnown ? `/${new RegExp(translated, 'u').source}/u` : undefined;
}
