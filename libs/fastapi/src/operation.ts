import { defineOperation, type CheckContext, type Operation, type Output } from '@rowhouse/core';
import type * as z from 'zod';

import type { ResourceConfig } from './config/resource.js';
import { contextOf, type Contexts } from './context.js';

/** An operation of the `fastapi` target, as its author writes it. */
export interface FastapiOperation<Scope extends keyof Contexts<unknown>, Options> extends Omit<
  Operation<unknown, Options>,
  'target' | 'scope' | 'options' | 'check' | 'when' | 'build'
> {
  /** The scope it runs at; decides what `build` is given. */
  readonly scope: Scope;
  /** The schema of the entry's option keys (all but `name`). Default: any keys. */
  readonly options?: z.ZodType<Options>;
  /** Rules of its own about an entry of a resource, beyond what `options` says. */
  check?(context: CheckContext<NoInfer<Options>, ResourceConfig>): void;
  /** Whether to run at all. Default: yes. */
  when?(context: Contexts<Options>[Scope]): boolean;
  /** Makes outputs, or amends those of operations that ran before. */
  build(context: Contexts<Options>[Scope]): Iterable<Output>;
}

/** Defines an operation of the `fastapi` target. The types of `build` follow from `scope` and `options`. */
export function operation<Scope extends keyof Contexts<unknown>, Options = unknown>(
  definition: FastapiOperation<Scope, Options>,
): Operation<unknown, Options> {
  const { scope, check, when, build, ...rest } = definition;
  return defineOperation<unknown, Options>({
    ...rest,
    target: 'fastapi',
    scope,
    ...(check && {
      check: (context) => {
        check(context as CheckContext<Options, ResourceConfig>);
      },
    }),
    build: (given) => {
      const context = contextOf<Scope, Options>(scope, given);
      return when && !when(context) ? [] : build(context);
    },
  });
}
