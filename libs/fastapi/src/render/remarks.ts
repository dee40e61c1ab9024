import { lineLength } from '../python/layout.js';

/** What pep8-naming and pycodestyle would say of a class member of this name, silenced; usually nothing. */
export function namingRemark(name: string): string {
  if (/^[lOI]$/.test(name)) return '  # noqa: E741';
  const mixedCase = /^[a-z][a-z0-9]*[A-Z]/.test(name) && !name.includes('_');
  return mixedCase ? '  # noqa: N815' : '';
}

/**
 * Tells the linter of lines that no bracket could shorten, such as a long key of a default. It lets a
 * line without a blank pass by itself, and one that ends in a URL which begins in time.
 */
export function lengthRemark(text: string): string {
  return text.length <= lineLength ? text : text.replace(/^.{89,}$/gm, remarked);
}

function remarked(line: string): string {
  const [code = '', remarks = ''] = line.split(/(?= {2}# noqa: )/);
  if (code.length <= lineLength) return line;
  const words = code.trim().split(/\s+/);
  const last = words.at(-1)!;
  const passes =
    words.length === 1 || (last.includes('://') && code.length - last.length <= lineLength);
  if (passes) return line;
  return remarks === '' ? `${code}  # noqa: E501` : `${line}, E501`;
}
