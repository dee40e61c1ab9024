/** A fenced code block of a Markdown page. */
export interface CodeBlock {
  readonly file: string;
  /** Line of its opening fence, from 1. */
  readonly line: number;
  readonly language: string;
  readonly code: string;
}

/** Finds the fenced code blocks of a page. */
export function codeBlocks(file: string, markdown: string): CodeBlock[] {
  const blocks: CodeBlock[] = [];
  let open: { indent: string; line: number; language: string; lines: string[] } | undefined;
  for (const [index, line] of markdown.split('\n').entries()) {
    const fence = /^(\s*)```(\S*)/.exec(line);
    if (!fence) open?.lines.push(line.slice(open.indent.length));
    else if (!open) {
      open = { indent: fence[1]!, line: index + 1, language: fence[2]!, lines: [] };
    } else {
      blocks.push({ file, line: open.line, language: open.language, code: open.lines.join('\n') });
      open = undefined;
    }
  }
  return blocks;
}

/** Finds the targets of a page's links to other files of the repository. */
export function relativeLinks(markdown: string): string[] {
  const withoutCode = markdown.replace(/^(\s*)```[\s\S]*?^\s*```/gm, '');
  return [...withoutCode.matchAll(/\]\(([^)\s]+)\)/g)]
    .map((match) => match[1]!)
    .filter((target) => !/^[a-z]+:|^#/.test(target))
    .map((target) => target.replace(/#.*$/, ''));
}
