import { getProjects, type TargetConfiguration, type Tree } from '../../devkit.js';

const FIRST = 8000;

/** The port in the command of a target. */
export function portOf(target: TargetConfiguration | undefined): number | undefined {
  const [, port] = /--port[= ](\d+)/.exec(JSON.stringify(target ?? {})) ?? [];
  return port === undefined ? undefined : Number(port);
}

/** The first port that no target of the workspace serves on, as far as its command says. */
export function freePort(tree: Tree): number {
  const projects = [...getProjects(tree).values()];
  const taken = new Set(projects.flatMap(({ targets = {} }) => Object.values(targets).map(portOf)));
  let port = FIRST;
  while (taken.has(port)) port += 1;
  return port;
}
