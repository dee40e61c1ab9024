/** The keys and indexes that lead to a value. */
export type Path = readonly (string | number)[];

/** `['apps', 0, 'config', 'a b']` as `apps[0].config["a b"]`. */
export function formatPath(path: Path): string {
  return path
    .map((step, index) => {
      if (typeof step === 'number') return `[${step}]`;
      if (!/^[\p{L}_$][\p{L}\p{N}_$-]*$/u.test(step)) return `[${JSON.stringify(step)}]`;
      return index === 0 ? step : `.${step}`;
    })
    .join('');
}
