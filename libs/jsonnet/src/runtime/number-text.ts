/**
 * The text of a number as the reference writes it: whole numbers in full, others with 17 significant
 * digits less trailing zeros (C's `%.17g`), so that `0.1` is `0.10000000000000001`.
 */
export function numberText(value: number): string {
  if (Number.isInteger(value)) {
    if (Math.abs(value) < 1e21) return Object.is(value, -0) ? '-0' : String(value);
    return BigInt(value).toString();
  }
  const [mantissa, exponentText] = value.toExponential(16).split('e') as [string, string];
  const exponent = Number(exponentText);
  if (exponent < -4) {
    const digits = mantissa.replace(/\.?0+$/, '');
    return `${digits}e-${String(-exponent).padStart(2, '0')}`;
  }
  // A number that is not whole is less than 2^53, so its exponent is at most 15.
  return value.toFixed(16 - exponent).replace(/\.?0+$/, '');
}
