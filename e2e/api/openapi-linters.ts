import { createConfig, lintFromString } from '@redocly/openapi-core';
import spectral, { type RulesetDefinition } from '@stoplight/spectral-core';
import rulesets from '@stoplight/spectral-rulesets';

/** Each says what it finds in an OpenAPI document: where, by which rule, what. */
export const linters = { redocly, spectral: stoplight };

/** Redocly's strict rules, and those that ask for words. */
async function redocly(document: object): Promise<readonly string[]> {
  const config = await createConfig({
    extends: ['recommended-strict'],
    rules: {
      'operation-description': 'error',
      'operation-singular-tag': 'error',
      'operation-tag-defined': 'error',
      'tag-description': 'error',
      'parameter-description': 'error',
      'info-contact': 'error',
      // Who may use its code is for the application to say.
      'info-license': 'off',
      // A row is created at the collection with or without the slash; one of the two is documented.
      'no-path-trailing-slash': 'off',
    },
  });
  const problems = await lintFromString({ source: JSON.stringify(document), config });
  return problems.map(({ ruleId, message, location }) =>
    [location[0]?.pointer, ruleId, message].join(': '),
  );
}

/** Spectral's recommended rules, of every severity. */
async function stoplight(document: object): Promise<readonly string[]> {
  const linter = new spectral.Spectral();
  linter.setRuleset({
    // Their declared type lacks keys that are optional.
    extends: [[rulesets.oas as RulesetDefinition, 'recommended']],
    // As above.
    rules: { 'path-keys-no-trailing-slash': 'off' },
  });
  const problems = await linter.run(document as Record<string, unknown>);
  return problems.map(({ code, message, path }) => [path.join('/'), code, message].join(': '));
}
