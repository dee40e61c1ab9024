import { Extension } from '@rowhouse/schema';

import { history, SCHEMA } from './history.js';

/** Keeps the history of every table, and lets the role `auditor` read it. */
export class AuditExtension extends Extension {
  static dependsOn = ['rest'];
  name = 'audit';

  plugins() {
    return [history];
  }

  configureMetadata(metadata) {
    metadata.registerRole({ name: 'auditor' });
    metadata.registerGrant({
      on: { kind: 'schema', name: SCHEMA },
      privileges: ['usage'],
      to: 'auditor',
    });
    for (const { name } of histories(metadata)) {
      metadata.registerGrant({
        on: { kind: 'table', schema: SCHEMA, name },
        privileges: ['select'],
        to: 'auditor',
      });
    }
  }

  configureMigrations(registry) {
    registry.addRenderer('audit', 'table', ({ sql, verb, object }) =>
      verb === 'create' && object.startsWith(`${SCHEMA}.`)
        ? `-- A history: rows are added by triggers alone.\n${sql}`
        : undefined,
    );
  }

  registerCli(program, { metadata }) {
    program
      .command('audit')
      .description('list the tables whose history is kept')
      .action(() => {
        for (const { name } of histories(metadata)) console.log(`${SCHEMA}.${name}`);
      });
  }
}

function histories(metadata) {
  return metadata.objects().filter(({ kind, schema }) => kind === 'table' && schema === SCHEMA);
}
