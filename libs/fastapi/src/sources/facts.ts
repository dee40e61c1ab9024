import { CommandError, didYouMean, text, type Account, type Surroundings } from '@rowhouse/core';
import { formatFacts, type ModelFacts } from '@rowhouse/sqlalchemy';

import { memberIn } from '../models/dotted.js';
import { ProjectModels } from './project-models.js';

const WAY_OUT =
  "What is unknown here, 'codegen facts --python > models.facts.json' reads by importing the models.\n";

/** What is known of a model, by its path or its class, of those in a module, or of all. */
export function facts(subject: string | undefined, surroundings: Surroundings): Account {
  const project = new ProjectModels(surroundings);
  const models = subject === undefined ? project.found(undefined) : named(subject, project);
  const problems = project.problems.map(
    ({ message, at }) => `${project.where(at)}: ${message}; what can be read of it is known\n`,
  );
  const leftOut = subject === undefined ? project.leftOut : [];
  const others = leftOut.map(
    (module) => `${module} has models, too: 'codegen facts ${module}' prints them\n`,
  );
  const isLost = JSON.stringify(models).includes('"unknown":');
  const way = isLost ? [WAY_OUT] : [];
  return {
    text: [...models.map(formatFacts), ...problems, others.join(''), ...way]
      .filter(Boolean)
      .join('\n'),
    json: { models, problems: project.problems, leftOut },
  };
}

function named(subject: string, project: ProjectModels): readonly ModelFacts[] {
  const own = subject.includes('.') ? project.model(subject) : undefined;
  if (own) return [own];
  const all = project.all();
  const found = all.filter(({ name }) => name === subject);
  const models = found.length > 0 ? found : project.all(subject);
  if (models.length > 0) return models;
  const names = all.map(({ name }) => name);
  throw new CommandError([
    {
      code: 'unknown-model',
      message: text`no model ${subject}`,
      fix: didYouMean(memberIn(subject), names) ?? text`Models: ${all.map(({ model }) => model)}.`,
    },
  ]);
}
