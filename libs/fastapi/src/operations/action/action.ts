import { dottedSymbol, literal, pascalCase } from '@rowhouse/python';

import { actionKeywords, actionOptions } from '../../config/action-options.js';
import { identifierProblem } from '../../config/identifiers.js';
import { operation } from '../../operation.js';
import { toResult } from '../../relations/answers.js';
import { isPlain } from '../../relations/config.js';
import { attributeSymbol } from '../../relations/joins.js';
import { answerSchemas } from '../../relations/schemas.js';
import { hasParameter, type Route } from '../../outputs/index.js';
import { ruleAfter } from '../../resource/access.js';
import { checkRowEntry } from '../../resource/checks.js';
import { bodyParameter, keyParameters, keyPath, route } from '../../resource/route.js';
import { requestField, requestSchema } from '../../resource/schema.js';
import { jsonKey } from '../../resource/test-fields.js';
import { routeTests } from '../../resource/tests.js';
import { noVersions, versionParts } from '../../resource/version.js';

/**
 * An action of one of these names keeps clear of the operation's handler and id, whether or not it is there.
 * Of another operation's name it is refused, where both are there: two routes of one handler.
 */
const distinctNames = new Set(['get', 'list', 'create', 'update', 'delete']);

/** `POST /{pk}/{slug}` or `POST /{slug}`: calls a function of the project's own. */
export const action = operation({
  name: 'action',
  scope: 'resource',
  scopes: ['_SELECT', '_UPDATE'],
  claims: (entry) => 'fn' in entry,
  options: actionOptions,
  check(context) {
    const { entryName, options, report } = context;
    if (options.on === 'instance') checkRowEntry(context);
    else if (options.pk_example !== undefined) {
      const message = 'a collection has no key';
      report(['pk_example'], { code: 'invalid-example', message, fix: 'Remove it.' });
    }
    const problem = entryName.startsWith('_')
      ? {
          code: 'invalid-name',
          message: 'an action names a path and a function, and begins with a letter',
        }
      : identifierProblem(entryName);
    if (problem !== undefined) report(['name'], { found: entryName, ...problem });
  },
  *build(context) {
    const { noun, resource, entryName: slug, options } = context;
    const { fn, params, on, lock, returns } = options;
    const taken = actionKeywords.filter((name) => !options.takes || options.takes[name]);
    const onInstance = on === 'instance';
    const hasBody = params.length > 0;
    const name = pascalCase(slug);
    const distinct = distinctNames.has(slug) ? `${slug}_action` : slug;
    if (hasBody) {
      yield requestSchema(
        context,
        `${name}Request`,
        `The parameters of the action \`${slug}\`.`,
        params.map((field) => requestField(field, context)),
      );
    }
    if (returns) {
      const suffix = `${name}Response`;
      const summary = `The result of the action \`${slug}\`.`;
      yield* answerSchemas(context, suffix, suffix, summary, returns, 'result');
    }
    const locks = lock || resource.version !== undefined;
    const versioned = versionParts(context, { header: 'if_match', tagged: 200 });
    const { parameters, errors, tagged } = onInstance ? versioned : noVersions;
    const result = returns && context.schema(`${name}Response`);
    const references = params.flatMap(({ name: param, references: path }) =>
      path === undefined ? [] : [`${literal(param)}: ${attributeSymbol(path)}`],
    );
    const made = route(context, {
      operation: distinct,
      method: 'post',
      path: onInstance ? `${keyPath(context)}/${slug}` : `/${slug}`,
      handler: `${distinct}_${resource.name}`,
      template: 'action/route.py.ejs',
      title: titleOf(slug, onInstance ? noun.indefinite : undefined),
      summary:
        options.description ??
        `Runs the action \`${slug}\`${onInstance ? ` on ${noun.indefinite}` : ''}.`,
      parameters: [
        ...(onInstance ? keyParameters(context) : []),
        ...(hasBody ? [bodyParameter(context.schema(`${name}Request`))] : []),
        ...parameters,
      ],
      returns: result ?? 'object',
      errors: onInstance ? [404, 409, ...errors] : [409],
      tagged,
      requireAuth: options.require_auth,
      ...(onInstance && { statements: [locks ? '_UPDATE' : '_SELECT'] }),
      rows: onInstance ? 'changed' : 'none',
      refers: references.length > 0,
      isOnce: true,
      variables: {
        fn: dottedSymbol(fn),
        onInstance,
        lock: locks,
        references,
        result,
        build: returns && toResult(context, `${name}Response`, returns),
        keywords: (having: Route) => taken.filter((name) => hasParameter(having, name)),
      },
    });
    yield made;
    if (resource.generateTests) {
      yield routeTests(context, 'action/test.py.ejs', {
        operation: distinct,
        accepts: params,
        answers: (returns ?? []).filter(isPlain),
        variables: {
          slug,
          fn,
          onInstance,
          lock: locks,
          hasBody,
          taken,
          returned: returns?.filter(isPlain).map(jsonKey),
          rule: ruleAfter(context, made)?.path,
          refers: made.refers,
          etag: onInstance && resource.version?.field,
        },
      });
    }
  },
});

/** `Count by status`; a verb alone gets its object: `Publish an article`. */
function titleOf(slug: string, object: string | undefined): string {
  const [verb = '', ...rest] = slug.split('_');
  const words = [verb.charAt(0).toUpperCase() + verb.slice(1), ...rest];
  return rest.length === 0 && object !== undefined ? `${words[0]} ${object}` : words.join(' ');
}
