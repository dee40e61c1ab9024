/** What PostgreSQL and JSON cannot hold: NUL, and half of a surrogate pair. */

const unstorable = /[\0\ud800-\udfff]/u;

/** Whether a text can be stored and sent: it has no NUL and no lone surrogate. */
export function isStorableText(text: string): boolean {
  return !unstorable.test(text);
}
