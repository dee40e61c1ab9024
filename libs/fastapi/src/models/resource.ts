import type { ConfigPath } from '@rowhouse/core';

import { isRecord, isSaid } from '../config/rule.js';
import { isStorableText } from '../config/text.js';
import type { WrittenResource } from '../config/written.js';
import { withAccess } from './access.js';
import type { Absence } from './absence.js';
import type { WrittenResourceAt } from './changed-config.js';
import { checkClasses } from './class.js';
import { completeAction } from './action.js';
import { completeConditions } from './conditions.js';
import { isDotted } from './dotted.js';
import { completeEntry, leavesToModel, standIn } from './entry.js';
import { completeKey } from './key.js';
import { checkSupported, unsupportedModels } from './not-supported.js';
import { oneRowOf } from './one-row.js';
import type { Run } from './prepare.js';
import { completeTable } from './table.js';
import { noteTenancy } from './tenancy.js';
import { withSoftDelete } from './soft-delete.js';
import type { Model } from './source.js';
import { versionOf, withVersion } from './version.js';
import { checkUserAttributes } from './user-attributes.js';
import { checkTestRow, checkWhereFunctions } from './where-function.js';

type Raw = Readonly<Record<string, unknown>>;

/** Completes a resource from its model. @param said what the config writes. */
export function completeResource(
  said: Raw,
  { config, path, entries }: WrittenResourceAt,
  isHandedDown: boolean,
  run: Run,
): Raw {
  const { model = '', access } = config;
  const read = isDotted(model) ? run.source.find(model) : undefined;
  const mapped = read && 'facts' in read ? read : undefined;
  const isSupported =
    mapped !== undefined &&
    checkSupported(unsupportedModels, mapped.facts, run, [...path, 'model'], { found: model });
  // Of others, nothing is completed: what would follow from that is no mistake of its own.
  const found = isSupported
    ? withSoftDelete(
        entries,
        withVersion(config, withAccess(access, mapped, path, run), path, run),
        run,
      )
    : undefined;
  const added: Raw = found ? addedTo(config, found, path, run) : {};
  // The types of a key that contradict the model are told of.
  const isTyped = config.pk_type !== undefined && added['pk_type'] !== undefined;
  const completed = withAdded(isTyped ? { ...said, pk_type: undefined } : said, added);
  checkWhereFunctions(config, path, run);
  checkTestRow(config, path, run);
  checkUserAttributes(access, found, path, run);
  const named = entries.map((entry) => {
    checkClasses(entry, run);
    return completeAction(entry, model, run);
  });
  const leaves = named.some(leavesToModel);
  if (read && !('facts' in read)) tellAbsence(model, read, leaves, [...path, 'model'], run);
  const left = leaves ? named.map(standIn) : named;
  const whole = found ? named.map((entry) => completeEntry(entry, found, run)) : left;
  if (found && access) noteTenancy(access, found, whole, run);
  const operations = whole.map((each) => each.said);
  if (config.operations !== undefined) return { ...completed, operations };
  // Of what is broken, and of what stands in for a list that is not handed down, the schema tells.
  if (isSaid(said['operations']) || (!isHandedDown && !found && leaves)) return completed;
  const isChanged = operations.some((each, index) => each !== entries[index]!.said);
  return isHandedDown || isChanged ? { ...completed, operations } : completed;
}

/** What a model says of its resource. */
function addedTo(config: WrittenResource, model: Model, path: ConfigPath, run: Run): Raw {
  const { about } = model.facts;
  const { access } = config;
  return {
    description: about !== null && isStorableText(about) ? about : undefined,
    version: versionOf(model),
    ...completeKey(config, model, path, run),
    access: access && {
      ...oneRowOf(access, model),
      ...completeConditions(access, model, path, run),
      ...completeTable(access, model, path, run),
    },
  };
}

/** What a config says, with what it leaves out. */
function withAdded(said: Raw, added: Raw): Raw {
  const whole: Record<string, unknown> = { ...said };
  for (const [key, value] of Object.entries(added)) {
    const own = said[key] ?? undefined;
    if (own === undefined) whole[key] = value;
    else if (isRecord(own) && isRecord(value)) whole[key] = withAdded(own, value);
  }
  return whole;
}

/** Tells, once, that nothing is known of a model: a problem where something is left to it. */
function tellAbsence(
  model: string,
  absence: Absence,
  isNeeded: boolean,
  path: ConfigPath,
  run: Run,
): void {
  if (isNeeded || absence.isCertain) {
    run.report(path, { code: 'unknown-model', found: model, ...absence.why() });
  } else {
    run.source.noteUnchecked(model, absence);
  }
}
