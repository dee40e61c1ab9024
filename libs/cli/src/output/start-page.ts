import { pageUrl } from '@rowhouse/errors';

/** What the command prints when it is called without arguments: what to do first. */
export function startPage(name: string): string {
  const config = 'codegen.config.jsonnet';
  return `${name} turns one config into source code.

  ${name} init                                write a first config
  ${name} validate ${config}     check a config
  ${name} generate ${config}     generate its files
  ${name} --help                              all commands

Quickstart: ${pageUrl('quickstart')}
`;
}
