import type { EffectiveApp, EffectiveEntry } from './effective.js';

/** The delete of a resource, and where it stands. */
export interface DeleteEntry extends Pick<EffectiveEntry, 'path' | 'at'> {
  readonly model: string;
  /** The column that it sets; undefined where it removes rows. */
  readonly deletedAt: string | undefined;
}

/** The deletes of a project. */
export function deletesOf(apps: readonly EffectiveApp[]): readonly DeleteEntry[] {
  return apps.flatMap(({ resources }) =>
    resources.flatMap(({ config: { model }, entries }) =>
      entries.flatMap(({ operation, options: { soft }, path, at }) => {
        const deletedAt = typeof soft === 'string' ? soft : undefined;
        return operation === 'delete' ? [{ model, deletedAt, path, at }] : [];
      }),
    ),
  );
}

/** By the path of its model, the column that soft deletes of its rows set: in whichever app they are. */
export function softDeletes(apps: readonly EffectiveApp[]): ReadonlyMap<string, string> {
  return new Map(
    deletesOf(apps).flatMap(({ model, deletedAt }) =>
      deletedAt === undefined ? [] : [[model, deletedAt] as const],
    ),
  );
}
