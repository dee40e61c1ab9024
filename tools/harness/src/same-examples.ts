/**
 * In CI, properties are tried with the same values each time, as Hypothesis does there: no change is refused for
 * what it did not break. Everywhere else the values are new ones, and a failure names their seed.
 */
if (process.env['CI']) {
  const { default: fc } = await import('fast-check');
  fc.configureGlobal({ seed: 1 });
}
