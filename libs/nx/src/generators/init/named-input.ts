import type { NxJsonConfiguration } from '../../devkit.js';

/** What the tasks before one have generated, for targets that run after `codegen`: `"inputs": ["default", "generated"]`. One that is there stays. */
export function addGeneratedInput(nxJson: NxJsonConfiguration): void {
  nxJson.namedInputs = {
    generated: [{ dependentTasksOutputFiles: '**/*', transitive: true }],
    ...nxJson.namedInputs,
  };
}
