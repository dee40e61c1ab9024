import type { Renderer } from '@rowhouse/core';

import type { Statement, Statements } from '../outputs/statements.js';
import { keyCondition } from '../python/layout.js';
import { symbol } from '../python/symbols.js';
import type { PythonFile } from './file.js';

export const statementsRenderer: Renderer<Statements, PythonFile> = {
  template: 'statements.py.ejs',
  view: ({ statements }, { use }) => {
    const ofVerb = (verb: Statement['verb'], indent: number) =>
      statements
        .filter((statement) => statement.verb === verb)
        .map(({ name, model, pk }) => ({
          name,
          verb: use(symbol('sqlalchemy', verb)),
          model: use(model),
          pk,
          condition:
            verb === 'insert'
              ? ''
              : keyCondition(
                  `${use(model)}.${pk}`,
                  `${use(symbol('sqlalchemy', 'bindparam'))}("pk")`,
                  indent,
                ),
        }));
    return {
      selects: ofVerb('select', 4),
      inserts: ofVerb('insert', 4),
      deletes: ofVerb('delete', 8),
    };
  },
};
