import type { Sources } from '@rowhouse/core';

/** What the target knows of a project: its models. The reader is loaded when somebody asks. */
export const sources: Sources = {
  async subjects(surroundings) {
    const { ProjectModels } = await import('./project-models.js');
    return new ProjectModels(surroundings).all().map(({ model }) => model);
  },
  async facts(subject, surroundings) {
    const { facts } = await import('./facts.js');
    return facts(subject, surroundings);
  },
  async firstConfig(request, surroundings) {
    const { firstConfig } = await import('./first-config.js');
    return firstConfig(request, surroundings);
  },
  fileKeys: [
    'model',
    'models',
    'fn',
    'before',
    'after',
    'handler',
    'routers',
    'like',
    'where_fn',
    'verify_credentials_fn',
    'get_current_user_fn',
    'test_user_fn',
    'current_user_type',
  ],
  async filesOf(values, surroundings) {
    const { filesOf } = await import('./files.js');
    return filesOf(values, surroundings);
  },
  async completeSchema(schema, config, surroundings) {
    const { completeSchema } = await import('./schema.js');
    return completeSchema(schema, config, surroundings);
  },
};
