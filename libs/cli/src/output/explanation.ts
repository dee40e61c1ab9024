import type { Explanation } from '@rowhouse/core';

/** Wider texts push their place to the right. */
const widestColumn = 60;

/** An explanation as columns: the topic, what is to be said, where the config says it. */
export function explanationText({ facts, files }: Explanation): string {
  const ofFiles = files.map(({ path, defines }) => ({
    text: defines.length === 0 ? path : `${path}: ${defines.join(', ')}`,
    place: undefined,
  }));
  const topics = [...facts.slice(0, -1), { topic: 'Files', lines: ofFiles }, ...facts.slice(-1)];
  const width = Math.max(...topics.map(({ topic }) => topic.length)) + 2;
  const placed = facts.flatMap(({ lines }) => lines.filter(({ place }) => place !== undefined));
  const widest = Math.max(...placed.map(({ text }) => text.length));
  const column = Math.min(widest, widestColumn);
  return topics
    .flatMap(({ topic, lines }) =>
      lines.map(({ text, place }, index) => {
        const start = (index === 0 ? topic : '').padEnd(width);
        if (place === undefined) return start + text;
        return `${start}${text.padEnd(column)}  ${place.file}:${place.line}`;
      }),
    )
    .join('\n');
}
