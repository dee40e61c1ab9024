import {
  getProjects,
  readNxJson,
  updateNxJson,
  updateProjectConfiguration,
  type TargetConfiguration,
  type Tree,
} from '../devkit.js';

import { addGeneratedInput, GENERATED_INPUT } from '../generators/init/named-input.js';
import { warnOfBlindTargets } from '../task/blind-targets.js';

/**
 * To 0.2: cached targets that depend on `codegen` get the generated files into their hash. What the
 * `app` generator of 0.1 wrote lacks them.
 */
export default function seeGeneratedFiles(tree: Tree): void {
  const nxJson = readNxJson(tree);
  if (!nxJson) return;
  addGeneratedInput(nxJson);
  updateNxJson(tree, nxJson);
  for (const [projectName, project] of getProjects(tree)) {
    const { targets = {} } = project;
    let isChanged = false;
    for (const [name, target] of Object.entries(targets)) {
      const defaults = nxJson.targetDefaults?.[name] as TargetConfiguration | undefined;
      const whole = { ...project, targets: { [name]: { ...defaults, ...target } } };
      const names = { projectName, targetName: 'codegen' };
      if (warnOfBlindTargets({ ...names, project: whole, nxJson }).length === 0) continue;
      const inputs = target.inputs ?? defaults?.inputs ?? ['default', '^default'];
      targets[name] = { ...target, inputs: [...inputs, GENERATED_INPUT] };
      isChanged = true;
    }
    if (isChanged) updateProjectConfiguration(tree, projectName, project);
  }
}
