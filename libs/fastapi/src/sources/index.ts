import type { Sources } from '@rowhouse/core';

import { memberKeys } from '../models/member-keys.js';

/** What the target knows of a project: its models. The reader is loaded when somebody asks. */
export const sources: Sources = {
  async subjects(surroundings) {
    const { ProjectModels } = await import('./project-models.js');
    return new ProjectModels(surroundings).all().map(({ model }) => model);
  },
  async facts({ subject, isRun }, surroundings) {
    if (isRun) {
      const { inspectedFacts } = await import('./inspected-facts.js');
      return inspectedFacts(subject, surroundings);
    }
    const { facts } = await import('./facts.js');
    return facts(subject, surroundings);
  },
  async firstConfig(request, surroundings) {
    const { firstConfig } = await import('./first-config.js');
    return firstConfig(request, surroundings);
  },
  examples: {
    async idempotency() {
      const { idempotencyModel } = await import('../models/idempotency.js');
      return idempotencyModel;
    },
  },
  fileKeys: ['model', 'models', 'like', 'references', 'current_user_type', ...memberKeys],
  async filesOf(values, surroundings) {
    const { filesOf } = await import('./files.js');
    return filesOf(values, surroundings);
  },
  async completeSchema(schema, config, surroundings) {
    const { completeSchema } = await import('./schema.js');
    return completeSchema(schema, config, surroundings);
  },
};
