import { InvalidArgumentError } from 'commander';

/** Parses the value of an option. */
export function positiveInteger(text: string): number {
  const value = Number(text);
  if (Number.isInteger(value) && value > 0) return value;
  throw new InvalidArgumentError('It must be a whole number above 0.');
}
