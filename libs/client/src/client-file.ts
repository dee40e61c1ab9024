import type { NamedApp, NamedResource } from './naming.js';
import { docComment, header, importOf, literal } from './source.js';

/** The client of an app: all resources with the API as their first parameter. */
export function clientFile({ app, name, resources }: NamedApp): string {
  const { tokenPath } = app;
  const logIn =
    tokenPath === undefined
      ? undefined
      : {
          fn:
            '\n/** Exchanges a name and a password for a token. */\n' +
            'export function logIn(\n  api: Api,\n  credentials: Credentials,\n  options?: CallOptions,\n' +
            '): Promise<TokenResponse> {\n' +
            `  return sendCredentials(api, ${literal(tokenPath)}, credentials, options);\n}\n`,
          member:
            '  /** Exchanges a name and a password for a token. */\n' +
            '  readonly logIn: (\n    credentials: Credentials,\n    options?: CallOptions,\n' +
            '  ) => Promise<TokenResponse>;\n',
        };
  const types = ['Api', 'Bound', ...(logIn ? ['CallOptions', 'Credentials', 'TokenResponse'] : [])];
  return [
    header,
    importOf(['bind', ...(logIn ? ['sendCredentials'] : [])], '../runtime/index.js'),
    importOf(types, '../runtime/index.js', 'import type'),
    ...resources.map((each) => `import * as ${each.name} from "./${each.module}.js";\n`),
    `\n/** The API of \`${app.module}\`. */\nexport interface ${name}Client {\n`,
    '  /** Where it is, for the functions of the modules. */\n  readonly api: Api;\n',
    logIn?.member ?? '',
    ...resources.map(memberOf),
    '}\n',
    `\n/** Makes a client of the API of \`${app.module}\`. */\n`,
    `export function create${name}Client(api: Api): ${name}Client {\n  return {\n    api,\n`,
    logIn ? '    logIn: (credentials, options) => logIn(api, credentials, options),\n' : '',
    ...resources.map((each) => `    ${each.name}: bind(api, ${each.name}),\n`),
    '  };\n}\n',
    logIn?.fn ?? '',
  ].join('');
}

function memberOf({ name, contract }: NamedResource): string {
  const about = docComment('  ', contract.resource.description);
  return `${about}  readonly ${name}: Bound<typeof ${name}>;\n`;
}
