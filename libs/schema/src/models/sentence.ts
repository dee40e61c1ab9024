/** The docstring of a class: a comment with its full stop, which linters want, or a sentence instead. */
export function sentence(comment: string | undefined, instead: string): string {
  const text = comment?.trim() ?? '';
  if (text === '') return instead;
  const [summary, ...paragraphs] = text.split(/\n[^\S\n]*\n/);
  const closed = /[.!?:]$/.test(summary!) ? summary! : `${summary!}.`;
  return [closed, ...paragraphs].join('\n\n');
}
