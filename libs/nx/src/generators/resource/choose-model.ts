import { isKeyword } from '@rowhouse/python';

import { askText, canAsk, choose } from '../../workspace/ask.js';
import { parseFields } from './fields.js';

/** Which model a resource is about, as the options say it. */
export interface ChosenModel {
  /** The name of its class. */
  readonly name: string;
  /** The path of one that is there. */
  readonly model?: string;
  /** The fields of a new one. */
  readonly fields?: string;
}

const NEW = 'a new model';

/**
 * Has the user choose a model that the project has, or name a new one.
 *
 * @param found the paths of the models that are there.
 * @param config the text of the config: what it names has a resource already.
 * @throws Error that names the models, where nobody can be asked.
 */
export async function chooseModel(found: readonly string[], config: string): Promise<ChosenModel> {
  const left = found.filter(
    (path) => !config.includes(`'${path}'`) && !config.includes(`"${path}"`),
  );
  if (!canAsk()) throw new Error(`the name of the model is missing: ${expected(left)}.`);
  const model = left.length === 0 ? NEW : await choose('Which model?', [...left, NEW]);
  if (model !== NEW) return { name: classNameOf(model), model };
  const name = await askText('What is the name of the new model (such as Invoice)?', (text) =>
    isClassName(text)
      ? undefined
      : 'Use a class name: letters and digits, starting with a capital letter',
  );
  const fields = await askText(
    'Which fields does it have, in addition to its key? (such as number:str paid_at:datetime?)',
    problemOf,
    'name:str',
  );
  return { name, fields };
}

/** Whether a class of Python can have a name; `None` is one of those that it cannot. */
export function isClassName(name: string): boolean {
  return /^[A-Z][A-Za-z0-9]*$/.test(name) && !isKeyword(name);
}

function expected(left: readonly string[]): string {
  if (left.length === 0)
    return 'write nx g @rowhouse/nx:resource Invoice, or the name of another new model';
  return `set --model=${left[0]}, or the name of a new one. Models without a resource: ${left.join(', ')}`;
}

function problemOf(fields: string): string | undefined {
  try {
    parseFields(fields);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

/** The class at the end of a model's path: `Invoice` of `shop.models.Invoice`. */
export function classNameOf(model: string): string {
  return model.slice(model.lastIndexOf('.') + 1);
}
