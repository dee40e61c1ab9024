import { readFileSync } from 'node:fs';
import { styleText } from 'node:util';

import { Command } from 'commander';

import { addClean } from './commands/clean.js';
import { addCompletion } from './commands/completion.js';
import { addDiff } from './commands/diff.js';
import { addDoctor } from './commands/doctor.js';
import { addEject } from './commands/eject.js';
import { addExplain } from './commands/explain.js';
import { addFacts } from './commands/facts.js';
import { addGenerate } from './commands/generate.js';
import { addInit } from './commands/init.js';
import { addOpenApi } from './commands/openapi.js';
import { addSchema } from './commands/schema.js';
import { addTargets } from './commands/targets.js';
import { addValidate } from './commands/validate.js';
import { addWatch } from './commands/watch.js';
import { examples } from './commands/options.js';
import { painterFor } from './output/colors.js';

/** Describes the command line. The engine is loaded when a command runs, not before. */
export function createProgram(name = 'codegen'): Command {
  const program = new Command(name)
    .description('Generate source code from a config.')
    .version(version(), '-V, --version', 'print the version')
    .helpOption('-h, --help', 'show help')
    .exitOverride()
    // Commander takes the colors out again where there is no terminal for them.
    .configureHelp({
      styleTitle: (text) => styleText('bold', text),
      styleCommandText: (text) => styleText('green', text),
      styleSubcommandText: (text) => styleText('green', text),
      styleOptionText: (text) => styleText('cyan', text),
    })
    .configureOutput({
      outputError: (text, write) => {
        const { red } = painterFor(process.stderr);
        write(text.replace(/^error:/, (prefix) => red(prefix)));
      },
    })
    .addHelpText(
      'after',
      examples(
        'codegen generate --config codegen.config.jsonnet',
        'codegen validate codegen.config.jsonnet',
      ),
    );
  program.commandsGroup('Generate:');
  addInit(program);
  addGenerate(program);
  addValidate(program);
  addWatch(program);
  addClean(program);
  addEject(program);
  program.commandsGroup('Look into a project:');
  addExplain(program);
  addDiff(program);
  addOpenApi(program);
  addFacts(program);
  addDoctor(program);
  program.commandsGroup('Set up:');
  addTargets(program);
  addSchema(program);
  addCompletion(program);
  program.helpCommand('help [command]', 'Show the help of a command.');
  return program;
}

function version(): string {
  const manifest = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
  return (JSON.parse(manifest) as { version: string }).version;
}
