/** Whether a value is there. `IS NOT NULL` is false for a composite value with a field that is NULL. */
export function isPresent(value: string): string {
  return `${value} IS DISTINCT FROM NULL`;
}

/** Whether there is no value. `IS NULL` is true for a composite value whose fields are all NULL. */
export function isMissing(value: string): string {
  return `${value} IS NOT DISTINCT FROM NULL`;
}
