import { formatIssue, type Issue, type Text } from '@rowhouse/errors';
import type { Place, Unknown } from '@rowhouse/sqlalchemy';

/** Where models and a database part, and what could not be compared. Both lists are empty when all agrees. */
export interface ModelDrift {
  readonly differences: readonly Issue[];
  readonly unchecked: readonly Issue[];
}

interface Difference extends Omit<Issue, 'place'> {
  /** Left out for what only the database has. */
  readonly at?: Place;
  readonly message: Text;
}

/** Collects what a comparison finds. */
export class Findings {
  private readonly differences: Issue[] = [];
  private readonly reasons = new Map<string, { of: string[]; subject: string; because: Unknown }>();

  constructor(private readonly place: (at: Place) => NonNullable<Issue['place']>) {}

  differs({ at, ...issue }: Difference): void {
    this.differences.push({ ...issue, ...(at && { place: this.place(at) }) });
  }

  /** Several things of one subject that are unknown for one reason are one line. */
  unchecked(subject: string, what: string, because: Unknown): void {
    const key = `${subject}\n${because.unknown}\n${because.at.file}:${because.at.line}`;
    const known = this.reasons.get(key);
    if (known) known.of.push(what);
    else this.reasons.set(key, { of: [what], subject, because });
  }

  drift(problems: readonly Issue[]): ModelDrift {
    const unchecked = [...this.reasons.values()].map(({ of, subject, because }) => ({
      code: 'not-checked',
      subject,
      message: `${of.join(', ')}: ${because.unknown}`,
      place: this.place(because.at),
    }));
    return {
      differences: inOrder(this.differences),
      unchecked: inOrder([...problems, ...unchecked]),
    };
  }
}

/** By file and line; what only the database has comes last. */
function inOrder(issues: readonly Issue[]): Issue[] {
  const key = ({ place }: Issue) => place?.file ?? '\u{ffff}';
  return [...issues].sort((a, b) =>
    key(a) === key(b) ? (a.place?.line ?? 0) - (b.place?.line ?? 0) : key(a) < key(b) ? -1 : 1,
  );
}

/** A drift as lines for a reader; none when there is none. */
export function describeModelDrift({ differences, unchecked }: ModelDrift): string[] {
  const part = (title: string, issues: readonly Issue[]) =>
    issues.length === 0
      ? []
      : [title, ...issues.map((issue) => formatIssue(issue).replaceAll(/^/gm, '  '))];
  return [
    ...part('The models differ from the database:', differences),
    ...part('Not checked:', unchecked),
  ];
}
