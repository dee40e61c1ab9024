const MAX_STRING = 60;
const MAX_ITEMS = 3;

/**
 * Writes JSON for a reader: what fits in `width` columns stands on one line; long texts are cut, and
 * so are long lists, with `…` for what is left out.
 */
export function compactJson(value: unknown, width: number, indent = ''): string {
  const line = oneLine(value);
  if (indent.length + line.length <= width || typeof value !== 'object' || value === null) {
    return line;
  }
  const inner = `${indent}  `;
  const room = width - inner.length;
  const parts = Array.isArray(value)
    ? shortened(value, (item) => compactJson(item, room, inner))
    : Object.entries(value).map(
        ([key, item]) => `${JSON.stringify(key)}: ${compactJson(item, room - key.length, inner)}`,
      );
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  return `${open}\n${inner}${parts.join(`,\n${inner}`)}\n${indent}${close}`;
}

function oneLine(value: unknown): string {
  if (typeof value === 'string' && value.length > MAX_STRING) {
    return JSON.stringify(`${value.slice(0, MAX_STRING)}…`);
  }
  if (Array.isArray(value)) return `[${shortened(value, oneLine).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).map(
    ([key, item]) => `${JSON.stringify(key)}: ${oneLine(item)}`,
  );
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
}

function shortened(items: readonly unknown[], write: (item: unknown) => string): string[] {
  const shown = items.slice(0, MAX_ITEMS).map(write);
  return items.length > MAX_ITEMS ? [...shown, '…'] : shown;
}
