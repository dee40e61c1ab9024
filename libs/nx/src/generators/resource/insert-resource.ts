import { join } from 'node:path';

import { logger, type Tree } from '../../devkit.js';
import { ImportFinder } from '@rowhouse/core/imports';
import { evaluate, tokenize } from '@rowhouse/jsonnet';

import { insertElement, type InsertFailure } from '../../jsonnet/insert-element.js';
import { stringValue } from '../../jsonnet/tokens.js';
import { appendedElements } from './appended-elements.js';

const reasons: Record<InsertFailure, string> = {
  none: 'it has no list resources: [ … ]',
  several: 'it has more than one list resources: [ … ]',
  'not a literal list': 'its resources are not written as a list [ … ]',
};

/**
 * Writes an entry into a config's list of resources; does nothing when one of that model is there.
 * The new text is evaluated, and must differ by the new entry alone.
 *
 * @param config path in the tree.
 * @param text the entry of the model, in the language of the config.
 * @throws Error that shows the entry, when the config's text has no place for it; JsonnetError for a
 *   config that does not evaluate.
 */
export function insertResource(tree: Tree, config: string, model: string, text: string): void {
  const source = tree.read(config, 'utf8')!;
  if (tokenize(source).tokens.some((token) => stringValue(token) === model)) {
    logger.info(`${config} already has ${model}.`);
    return;
  }
  const isJson = config.endsWith('.json');
  const inserted = insertElement(source, 'resources', text, !isJson);
  if (inserted.failure !== undefined) throw byHand(config, reasons[inserted.failure], text);
  const [before, after] = [source, inserted.text].map((each) => evaluateConfig(tree, config, each));
  const added = appendedElements(before, after);
  if (added?.length !== 1 || (added[0] as { model?: unknown }).model !== model) {
    throw byHand(
      config,
      'the evaluated config has other resources than its list resources: [ … ]',
      text,
    );
  }
  tree.write(config, inserted.text);
}

function evaluateConfig(tree: Tree, config: string, text: string): unknown {
  const { resolve } = new ImportFinder();
  return evaluate(text, { filename: join(tree.root, config), resolve }).value;
}

function byHand(config: string, reason: string, text: string): Error {
  return new Error(`${config}: ${reason}. Add this by hand:\n\n${text}\n`);
}
