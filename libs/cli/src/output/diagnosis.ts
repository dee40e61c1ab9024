import { homedir } from 'node:os';
import { sep } from 'node:path';

import { formatIssues, type Finding } from '@rowhouse/core';
import { issueToJson } from '@rowhouse/errors';

/** What the doctor found out, as text for a bug report: paths do not tell where the project lies. */
export function diagnosisText(findings: readonly Finding[]): string {
  const width = Math.max(...findings.map(({ topic }) => topic.length)) + 2;
  const lines = findings.flatMap(({ topic, lines: found, issues }) => {
    const shown = issues.length > 0 ? [...found, `${count(issues.length)}, see below`] : found;
    return shown.map((line, index) => `${(index === 0 ? topic : '').padEnd(width)}${line}`);
  });
  const broken = findings.filter(({ issues }) => issues.length > 0);
  const problems = broken.map(
    ({ topic, issues }) => `${topic}:\n${formatIssues(issues).replace(/^/gm, '  ')}`,
  );
  const end = broken.length === 0 ? 'No problems found.' : problems.join('\n\n');
  return hidePaths([...lines, '', end].join('\n'));
}

/** The same for programs to read. */
export function diagnosisJson(findings: readonly Finding[]): object {
  const json = {
    healthy: findings.every(({ issues }) => issues.length === 0),
    findings: findings.map(({ topic, lines, issues }) => ({
      topic,
      lines,
      issues: issues.map((issue) => issueToJson(issue, 'errors')),
    })),
  };
  const hide = (_: string, value: unknown) =>
    typeof value === 'string' ? hidePaths(value) : value;
  return JSON.parse(JSON.stringify(json, hide)) as object;
}

/** A text with paths relative to the working directory, and `~` for the home directory. */
function hidePaths(text: string): string {
  const cwd = process.cwd();
  const shown = text.replaceAll(cwd + sep, '').replaceAll(cwd, '.');
  const home = homedir();
  return home.length > 1 ? shown.replaceAll(home, '~') : shown;
}

function count(amount: number): string {
  return `${amount} problem${amount === 1 ? '' : 's'}`;
}
