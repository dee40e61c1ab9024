import type { core } from 'zod';

type ZodIssue = core.$ZodIssue;

/**
 * Replaces the issues about unions by those of the form that the config most likely meant: the one whose
 * problems lie deepest, since its outer shape fits.
 */
export function flattenUnions(issues: readonly ZodIssue[]): readonly ZodIssue[] {
  return issues.flatMap((issue) => {
    if (issue.code !== 'invalid_union' || issue.errors.length === 0) return [issue];
    const forms = issue.errors.map(flattenUnions).filter((form) => !form.some(isWrongShape));
    const likely = forms.sort(
      (left, right) => depth(right) - depth(left) || left.length - right.length,
    )[0];
    if (likely === undefined) return mergeShapes(issue);
    return likely.map((inner) => ({ ...inner, path: [...issue.path, ...inner.path] }));
  });
}

/** The value itself is of another type than the form. */
function isWrongShape(issue: ZodIssue): boolean {
  return (
    issue.path.length === 0 && (issue.code === 'invalid_type' || issue.code === 'invalid_value')
  );
}

function depth(form: readonly ZodIssue[]): number {
  return Math.max(...form.map((issue) => issue.path.length));
}

/** No form fits: what each expected, in one message. */
function mergeShapes(issue: ZodIssue & { code: 'invalid_union' }): readonly ZodIssue[] {
  const messages = issue.errors.flat().map((inner) => inner.message);
  const expected = messages.map(
    (message) => /^(?:found .*|missing), expected (.*)$/su.exec(message)?.[1],
  );
  if (expected.length === 0 || expected.includes(undefined)) return [issue];
  const found = /^(found .*|missing), expected /su.exec(messages[0]!)![1]!;
  return [{ ...issue, message: `${found}, expected ${[...new Set(expected)].join(' or ')}` }];
}
