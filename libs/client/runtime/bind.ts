import type { Api } from "./api.js";

/** The functions of a module without their first parameter, the API; what else it has as it is. */
export type Bound<Module> = {
  readonly [Name in keyof Module]: Module[Name] extends (
    api: Api,
    ...rest: infer Rest
  ) => infer Result
    ? (...rest: Rest) => Result
    : Module[Name];
};

/** Gives the functions of a module their first parameter. */
export function bind<Module extends object>(
  api: Api,
  module: Module,
): Bound<Module> {
  const bound = Object.entries(module).map(([name, member]) => [
    name,
    typeof member === "function"
      ? (...rest: unknown[]): unknown =>
          (member as (api: Api, ...rest: unknown[]) => unknown)(api, ...rest)
      : (member as unknown),
  ]);
  return Object.fromEntries(bound) as Bound<Module>;
}
