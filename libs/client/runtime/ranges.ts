/** A range in a response. An end that is null is infinite. */
export interface Range<End> {
  readonly lower: End | null;
  readonly upper: End | null;
  /** Which ends belong to it. */
  readonly bounds: "[)" | "[]" | "(]" | "()";
  readonly empty: boolean;
}

/** A range in a request. An end that is left out is infinite; without `bounds`, the upper one does not belong to it. */
export type RangeInput<End> = Partial<Range<End>>;
