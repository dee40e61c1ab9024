import type { Renderer } from '@rowhouse/core';

import type { Serializer } from '../outputs/serializer.js';
import { docstring } from '../python/english.js';
import { group, layout } from '../python/layout.js';
import type { PythonFile } from './file.js';

export const serializerRenderer: Renderer<Serializer, PythonFile> = {
  template: 'serializer.py.ejs',
  view: ({ name, parameter, model, schema, docs }, { use }) => {
    const body = use(schema);
    const signature = group(`def ${name}(`, [`${parameter}: ${use(model)}`], `) -> ${body}:`);
    const call = group(`return ${body}.model_validate(`, [parameter]);
    return {
      signature: layout(signature),
      doc: docstring(4, ...docs),
      statement: layout(call, 4),
    };
  },
};
