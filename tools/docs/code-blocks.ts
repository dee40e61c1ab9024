/** A fenced code block of a Markdown page. */
export interface CodeBlock {
  readonly file: string;
  /** Line of its opening fence, from 1. */
  readonly line: number;
  readonly language: string;
  readonly code: string;
  /** The file of the repository that it shows, by a comment before it: `<!-- file: apps/demo/main.py -->`. */
  readonly shows?: string | undefined;
}

/** Finds the fenced code blocks of a page. */
export function codeBlocks(file: string, markdown: string): CodeBlock[] {
  const blocks: CodeBlock[] = [];
  let open: (Omit<CodeBlock, 'file' | 'code'> & { indent: string; lines: string[] }) | undefined;
  let shows: string | undefined;
  for (const [index, line] of markdown.split('\n').entries()) {
    const fence = /^(\s*)```(\S*)/.exec(line);
    if (open && fence) {
      const { lines, indent, ...block } = open;
      blocks.push({
        ...block,
        file,
        code: lines.map((each) => `${each.slice(indent.length)}\n`).join(''),
      });
      open = undefined;
    } else if (open) open.lines.push(line);
    else if (fence) {
      open = { indent: fence[1]!, line: index + 1, language: fence[2]!, shows, lines: [] };
      shows = undefined;
    } else if (line !== '') shows = /^<!-- file: (\S+) -->$/.exec(line)?.[1];
  }
  return blocks;
}

/** Finds the targets of a page's links and pictures in other files of the repository. */
export function relativeLinks(markdown: string): string[] {
  const withoutCode = markdown.replace(/^(\s*)```[\s\S]*?^\s*```/gm, '');
  return [...withoutCode.matchAll(/\]\(([^)\s]+)\)|<img src="([^"]+)"/g)]
    .map(([, link, picture]) => (link ?? picture)!)
    .filter((target) => !/^[a-z]+:|^#/.test(target))
    .map((target) => target.replace(/#.*$/, ''));
}
