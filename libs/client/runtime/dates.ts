declare const kind: unique symbol;

/** `2030-01-31` */
export type DateText = string & { readonly [kind]: "date" };

/** `2030-01-31T12:00:00Z` */
export type DateTimeText = string & { readonly [kind]: "datetime" };

/** `12:00:00` */
export type TimeText = string & { readonly [kind]: "time" };

/** `PT1H30M` */
export type DurationText = string & { readonly [kind]: "duration" };

/** A moment as the API takes it. */
export function dateTimeText(date: Date): DateTimeText {
  return date.toISOString() as DateTimeText;
}

/** The day of a moment, in UTC, as the API takes it. */
export function dateText(date: Date): DateText {
  return date.toISOString().slice(0, 10) as DateText;
}
