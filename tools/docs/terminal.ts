import type { CodeBlock } from './code-blocks.js';

const COLUMNS = 98;
const CHARACTER = 8;
const LINE = 20;
const MARGIN = 16;
const BAR = 36;

/** A command that is typed, and what it prints. */
export interface Exchange {
  readonly command: string;
  readonly output: readonly string[];
}

/** What a page tells to type, with what it says comes out. Of several commands, each prints one line. */
export function exchanges(blocks: readonly CodeBlock[]): readonly Exchange[] {
  return blocks.flatMap((block, index) => {
    const next = blocks[index + 1];
    if (block.language !== 'sh' || next?.language !== 'text') return [];
    const commands = block.code.trimEnd().split('\n');
    const lines = next.code.trimEnd().split('\n');
    if (commands.length === 1) return [{ command: commands[0]!, output: lines }];
    return commands.map((command, at) => ({ command, output: [lines[at]!] }));
  });
}

/** Draws a terminal. The picture needs no font of its own: each line is stretched to its columns. */
export function terminalPicture(title: string, shown: readonly Exchange[]): string {
  const rows = shown.flatMap(({ command, output }) => [
    ...wrapped(`$ ${command}`).map((text) => ({ text, kind: 'command' })),
    ...output.flatMap(wrapped).map((text) => ({ text, kind: 'output' })),
    { text: '', kind: 'output' },
  ]);
  rows.pop();
  const width = 2 * MARGIN + COLUMNS * CHARACTER;
  const height = BAR + rows.length * LINE + MARGIN;
  const texts = rows.flatMap(({ text, kind }, index) => {
    if (text === '') return [];
    const y = BAR + index * LINE + 14;
    const length = text.length * CHARACTER;
    return `  <text x="${MARGIN}" y="${y}" textLength="${length}" class="${kind}" xml:space="preserve">${escaped(text)}</text>`;
  });
  const dots = ['#ff5f57', '#febc2e', '#28c840'].map(
    (color, index) => `  <circle cx="${20 + index * 20}" cy="18" r="6" fill="${color}" />`,
  );
  return `${[
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img">`,
    `  <title>${escaped(title)}</title>`,
    '  <style>',
    '    text { font: 13px ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace; }',
    '    .command { fill: #f0f6fc; }',
    '    .output { fill: #8bd5a0; }',
    '  </style>',
    `  <rect width="${width}" height="${height}" rx="8" fill="#0d1117" />`,
    ...dots,
    ...texts,
    '</svg>',
  ].join('\n')}\n`;
}

/** The lines that a terminal makes of a long one. */
function wrapped(line: string): readonly string[] {
  const count = Math.max(1, Math.ceil(line.length / COLUMNS));
  return Array.from({ length: count }, (_, index) =>
    line.slice(index * COLUMNS, (index + 1) * COLUMNS),
  );
}

function escaped(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
}
