/** Silences pep8-naming and pycodestyle about the name of a class member; usually empty. */
export function namingComment(name: string): string {
  if (/^[lOI]$/.test(name)) return '  # noqa: E741';
  const mixedCase = /^[a-z][a-z0-9]*[A-Z]/.test(name) && !name.includes('_');
  return mixedCase ? '  # noqa: N815' : '';
}
