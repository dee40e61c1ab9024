import type {
  NxJsonConfiguration,
  ProjectConfiguration,
  TargetConfiguration,
  TargetDependencyConfig,
} from '../devkit.js';

type Input = NonNullable<TargetConfiguration['inputs']>[number];
type NamedInputs = NonNullable<NxJsonConfiguration['namedInputs']>;

/** The project that a target generates for. */
export interface Generated {
  readonly projectName: string;
  /** The name of the target that generates. */
  readonly targetName: string;
  readonly project: ProjectConfiguration;
  readonly nxJson: Pick<NxJsonConfiguration, 'namedInputs'>;
}

/**
 * Warns of targets that run after code was generated, and are cached without it in their hash: they
 * would be answered from the cache although other code was generated.
 */
export function warnOfBlindTargets(generated: Generated): readonly string[] {
  const { projectName, targetName, project, nxJson } = generated;
  const named = { ...nxJson.namedInputs, ...project.namedInputs };
  return Object.entries(project.targets ?? {}).flatMap(([name, target]) => {
    if (target.cache !== true || !(target.dependsOn ?? []).some((each) => isOn(each, generated))) {
      return [];
    }
    if (seesOutputs(target.inputs ?? ['default'], named, new Set())) return [];
    return [
      `warning: ${projectName}:${name} is cached and depends on ${targetName}, but its inputs do not include the generated ` +
        `files. Add { "dependentTasksOutputFiles": "**/*" } to its inputs`,
    ];
  });
}

function isOn(dependency: TargetDependencyConfig | string, { projectName, targetName }: Generated) {
  if (typeof dependency === 'string') return dependency === targetName;
  if (dependency.target !== targetName || dependency.dependencies) return false;
  const { projects = 'self' } = dependency;
  return [projects].flat().some((each) => ['self', '{self}', projectName].includes(each));
}

function seesOutputs(inputs: readonly Input[], named: NamedInputs, seen: Set<string>): boolean {
  return inputs.some((input) => {
    if (typeof input === 'object' && 'dependentTasksOutputFiles' in input) return true;
    const name = nameOf(input);
    if (name === undefined || seen.has(name) || !named[name]) return false;
    seen.add(name);
    return seesOutputs(named[name], named, seen);
  });
}

function nameOf(input: Input): string | undefined {
  if (typeof input === 'string') return input;
  return 'input' in input && !('dependencies' in input) && !('projects' in input)
    ? input.input
    : undefined;
}
