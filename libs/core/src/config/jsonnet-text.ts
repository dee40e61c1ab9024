/** A value of a config on one line of Jsonnet, as a person writes it: for generators of configs. */
export function jsonnetText(value: unknown): string {
  if (typeof value === 'string') return textLiteral(value);
  if (typeof value !== 'object' || value === null) return String(value as number | boolean);
  if (Array.isArray(value)) return `[${value.map(jsonnetText).join(', ')}]`;
  const members = Object.entries(value).map(
    ([key, item]) => `${keyText(key)}: ${jsonnetText(item)}`,
  );
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
}

const keywords = new Set(
  'assert else error false for function if import importbin importstr in local null self super tailstrict then true'.split(
    ' ',
  ),
);

function keyText(key: string): string {
  return /^[A-Za-z_]\w*$/.test(key) && !keywords.has(key) ? key : textLiteral(key);
}

/** In single quotes where nothing has to be escaped; else as JSON, which is Jsonnet too. */
function textLiteral(value: string): string {
  return /^[\x20-\x7e]*$/.test(value) && !/['\\]/.test(value)
    ? `'${value}'`
    : JSON.stringify(value);
}
