import type { NxJsonConfiguration } from '../../devkit.js';

/** The named input of `nx.json` that stands for what the tasks before one have generated. */
export const GENERATED_INPUT = 'generated';

/** For targets that run after `codegen`: `"inputs": ["default", "generated"]`. One that is there stays. */
export function addGeneratedInput(nxJson: NxJsonConfiguration): void {
  nxJson.namedInputs = {
    ...nxJson.namedInputs,
    [GENERATED_INPUT]: nxJson.namedInputs?.[GENERATED_INPUT] ?? [
      { dependentTasksOutputFiles: '**/*', transitive: true },
    ],
  };
}
