import { createRequire } from 'node:module';

import { Command } from 'commander';
import { pageUrl, text } from '@rowhouse/errors';

import { registerCliCommands } from '../extensions/hooks.js';
import { backfillCommand } from './commands/backfill.js';
import { baselineCommand } from './commands/baseline.js';
import { checkCommand } from './commands/check.js';
import { devCommand } from './commands/dev.js';
import { diagramCommand } from './commands/diagram.js';
import { extensionsCommand } from './commands/extensions.js';
import { generateCommand } from './commands/generate.js';
import { lintCommand } from './commands/lint.js';
import { migrateCommand } from './commands/migrate.js';
import { modelsCommand } from './commands/models.js';
import { pullCommand } from './commands/pull.js';
import { rollbackCommand } from './commands/rollback.js';
import { seedCommand } from './commands/seed.js';
import { sqlCommand } from './commands/sql.js';
import { statusCommand } from './commands/status.js';
import type { Context } from './context.js';
import { UserError } from '../errors/errors.js';

import type { Output } from './output.js';
import { CONFIG_FILE, hasProject, loadProject, noProject, type LoadedProject } from './project.js';

const EXAMPLES = `
Examples:
  $ schema generate add-articles      write a migration for changes in code
  $ schema migrate                    apply it
  $ schema status                     see which migrations the database has
  $ schema check                      exit with 1 if anything differs

Set the database with --database-url or DATABASE_URL. Without a database,
commands use an empty embedded PostgreSQL, which is deleted afterwards.

Documentation:
${pageUrl('schema/migrations')}`;

/**
 * The `schema` command with its subcommands, and those that the project's extensions add.
 *
 * @param args Only looked at for \`--config\`, and for the name of the command.
 * @param result Gets the exit code of a command that found differences.
 */
export async function createProgram(
  args: readonly string[],
  output: Output,
  result: { exitCode: number },
): Promise<Command> {
  let project: Promise<LoadedProject> | undefined;
  const configFile = configOption(args);
  const context: Context = {
    output,
    result,
    configFile,
    project: () => (project ??= loadProject(configFile)),
  };
  const program = new Command('schema')
    .description('Write and apply PostgreSQL migrations for tables defined in TypeScript.')
    .version(version(), '-V, --version', 'print the version')
    .helpOption('-h, --help', 'show help')
    .helpCommand('help [command]', 'Show the help of a command.')
    .option('-c, --config <file>', 'the file that exports config and metadata', CONFIG_FILE)
    .addHelpText('after', EXAMPLES)
    .showSuggestionAfterError()
    .exitOverride()
    .configureOutput({
      writeOut: (text) => {
        output.print(text.trimEnd());
      },
      // The help of a command that was called without its subcommand.
      writeErr: (text) => {
        output.print(text.trimEnd());
      },
      outputError: (text) => {
        output.error(text.trimEnd());
      },
    });
  const builtIn = [
    devCommand(context),
    generateCommand(context),
    lintCommand(context),
    migrateCommand(context),
    backfillCommand(context),
    rollbackCommand(context),
    statusCommand(context),
    checkCommand(context),
    seedCommand(context),
    pullCommand(context),
    baselineCommand(context),
    sqlCommand(context),
    modelsCommand(context),
    diagramCommand(context),
    extensionsCommand(context),
  ];
  for (const command of builtIn) adopt(program, command);
  if (args.includes('--version') || args.includes('-V')) return program;
  const names = new Set(builtIn.map((command) => command.name()));
  const isBuiltIn = args.some((arg) => names.has(arg));
  if (hasProject(configFile)) {
    const loaded = await context.project().catch((error: unknown) => {
      // A built-in command that needs the project says what is wrong with it; the others run without.
      if (!isBuiltIn) throw error;
    });
    if (loaded) registerCliCommands(program, loaded);
  } else if (!isBuiltIn) refuseUnknownCommand(args, configFile);
  return program;
}

/**
 * Adds a command that was made by itself: errors and output go the same way for it and its
 * subcommands.
 */
function adopt(parent: Command, command: Command): void {
  parent.addCommand(command.copyInheritedSettings(parent));
  for (const subcommand of command.commands) subcommand.copyInheritedSettings(command);
}

/** A command that is not built in may be one of an extension, which only the project names. */
function refuseUnknownCommand(args: readonly string[], configFile: string): void {
  const command = args.find(
    (arg, index) => !/^-|^help$/.test(arg) && !/^(-c|--config)$/.test(args[index - 1] ?? ''),
  );
  if (command === undefined) return;
  throw new UserError([
    {
      ...noProject(configFile),
      message: text`the file does not exist, and ${command} is not a built-in command`,
    },
  ]);
}

/** The project's file, before the command line is parsed: extensions add to what can be parsed. */
function configOption(args: readonly string[]): string {
  for (const [index, arg] of args.entries()) {
    if (arg === '--config' || arg === '-c') return args[index + 1] ?? CONFIG_FILE;
    if (arg.startsWith('--config=')) return arg.slice('--config='.length);
  }
  return CONFIG_FILE;
}

function version(): string {
  const manifest = createRequire(import.meta.url)('@rowhouse/schema/package.json') as {
    version: string;
  };
  return manifest.version;
}
