import type { OpenProject } from './project.js';

/** How many instances of the innermost scope a project has: what its config is about. */
export function instancesOf({ target, project }: OpenProject): { scope: string; count: number } {
  const values = target.scopes.reduce<readonly unknown[]>(
    (parents, scope) => parents.flatMap((each) => scope.instances(each).map(({ value }) => value)),
    [project],
  );
  return { scope: target.scopes.at(-1)!.name, count: values.length };
}
