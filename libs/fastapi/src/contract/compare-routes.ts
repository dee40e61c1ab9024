import { nameOf } from '../config/list-options.js';
import type { Changes } from './changes.js';
import { compareRequests, compareResponses } from './compare-bodies.js';
import type { ApiBody, ApiRoute } from './routes.js';

/** The status of a request without a header that it must have. */
const neededHeaders = [
  ['If-Match', 428],
  ['Idempotency-Key', 400],
] as const;

/** Says how a route differs from what it was. */
export function compareRoutes(before: ApiRoute, after: ApiRoute, changes: Changes): void {
  const { label, subject } = after;
  const change = (text: string, isBreaking: boolean) => {
    changes.changed(`${label} ${text}`, isBreaking);
  };
  if (before.status !== after.status) {
    change(`responds with ${after.status}, was ${before.status}`, true);
  }
  if (after.needsUser && !before.needsUser) change('needs a user', true);
  if (before.needsUser && !after.needsUser) change('needs no user any more', false);
  for (const [header, status] of neededHeaders) {
    const [was, is] = [before, after].map(({ errors }) => errors.includes(status));
    if (is && !was) change(`needs the header ${header}`, true);
    if (was && !is) change(`needs no header ${header} any more`, false);
  }
  if (String(before.keyTypes) !== String(after.keyTypes)) {
    change(`takes ${String(after.keyTypes)} in its path, was ${String(before.keyTypes)}`, true);
  }
  const said = [401, ...neededHeaders.map(([, status]) => status)];
  const errors = after.errors.filter(
    (each) => !said.includes(each) && !before.errors.includes(each),
  );
  if (errors.length > 0) change(`may answer ${errors.join(', ')}`, false);
  compareLists(
    before.filters.map(nameOf),
    after.filters.map(nameOf),
    `${label} filters by`,
    changes,
  );
  compareLists(before.sorts, after.sorts, `${label} sorts by`, changes);
  if (after.request && !before.request) change('takes a body', true);
  if (before.request && !after.request) change('takes no body any more', true);
  if (before.request && after.request) {
    compareShapes(before.request, after.request, `${label} takes`, changes);
    compareSchemas(before.request, after.request, (old, current) => {
      compareRequests(old, current, subject, changes);
    });
  }
  if (before.response && after.response) {
    compareShapes(before.response, after.response, `${label} answers`, changes);
    compareSchemas(before.response, after.response, (old, current) => {
      compareResponses(old, current, subject, changes);
    });
  }
}

function compareLists(
  before: readonly string[],
  after: readonly string[],
  text: string,
  changes: Changes,
): void {
  for (const each of before) {
    if (!after.includes(each)) changes.changed(`${text} ${each} no more`, true);
  }
  for (const each of after) if (!before.includes(each)) changes.added(`${text} ${each}`);
}

/** A body of one class may become another: its fields are what counts. */
function compareShapes(before: ApiBody, after: ApiBody, text: string, changes: Changes): void {
  const isClass = (body: ApiBody) => body.schemas.has(body.type);
  if (before.type === after.type || (isClass(before) && isClass(after))) return;
  changes.changed(`${text} ${after.type}, was ${before.type}`, true);
}

type Schema = ApiBody['schemas'] extends ReadonlyMap<string, infer Value> ? Value : never;

/** Compares the classes of one name, and the outermost ones whatever they are called. */
function compareSchemas(
  before: ApiBody,
  after: ApiBody,
  compare: (before: Schema, after: Schema) => void,
): void {
  for (const [name, current] of after.schemas) {
    const outermost = name === after.type ? before.schemas.get(before.type) : undefined;
    const old = outermost ?? before.schemas.get(name);
    if (old) compare(old, current);
  }
}
