import { formatPath, text, unquoted, type ConfigPath, type Issue } from '@rowhouse/core';

/** What is wrong with a config with `models: false` that leaves operations to its models all the same, told once. */
export function unreadModels([first, ...others]: readonly ConfigPath[]): readonly Issue[] {
  if (first === undefined) return [];
  const more = others.length > 0 ? ` and ${others.length} more` : '';
  return [
    {
      code: 'models-off',
      path: ['models'],
      found: false,
      message: unquoted(
        `no model is read, but ${formatPath(first)}${more} would get fields or types from one`,
      ),
      fix: text`Write each field as { name: ${'title'}, type: ${'str'} }, or remove 'models'.`,
    },
  ];
}
