import { CommandError, text, unquoted, type Text } from '@rowhouse/core';

import { callerNames, callerOf } from '../config/callers.js';
import { functionOf, type FoundRoute } from '../find-route.js';

/**
 * Checks that a handler can do the work of a route, and none does it yet.
 *
 * @throws CommandError
 */
export function checkEjectable(name: string, { made, route }: FoundRoute): void {
  if (made.operation.name === 'action') {
    const message = text`${name} is an action, so its code is already yours`;
    throw problem(message, text`Change ${unquoted(String(functionOf(made)))}.`);
  }
  if (callerOf(made.operation.name)?.handler === undefined) {
    const message = text`${name} belongs to the operation ${made.operation.name}, which does not support handlers`;
    throw problem(message, text`These operations do: ${callerNames}.`);
  }
  if (route.hooks.handler !== undefined) {
    const message = text`${name} already has a handler`;
    throw problem(message, text`Change ${unquoted(route.hooks.handler.fn)}.`);
  }
}

function problem(message: Text, fix: Text): CommandError {
  return new CommandError([{ code: 'cannot-eject', message, fix }]);
}
