import type { Finding, Surroundings } from '@rowhouse/core';

import type { Project } from '../config/project.js';
import { ProjectModels } from '../sources/project-models.js';
import { packagesOf } from './needed-packages.js';
import { pythonFinding } from './python.js';

const mostNamed = 10;

/** What the generated API and its config need of a project: Python, and models. */
export async function diagnose(
  surroundings: Surroundings,
  project?: Project,
): Promise<readonly Finding[]> {
  const needed = project ? packagesOf(project) : [];
  return [await pythonFinding(surroundings, needed), modelsFinding(surroundings)];
}

function modelsFinding(surroundings: Surroundings): Finding {
  const project = new ProjectModels(surroundings);
  const models = project.all();
  const named = models
    .slice(0, mostNamed)
    .map(({ model, at }) => `${model} (${project.where(at)})`);
  const more = models.length - named.length;
  const unread = project.problems.map(
    ({ message, at }) => `note: ${project.where(at)}: ${message}`,
  );
  const found = models.length === 0 ? ['none found in this folder'] : named;
  const rest = more > 0 ? [`and ${more} more`] : [];
  return { topic: 'Models', lines: [...found, ...rest, ...unread], issues: [] };
}
