import fc from 'fast-check';

import type { RandomModel } from './random-models.js';

/** What a project adds to a resource: functions that its routes call. */
export interface RandomOwnCode {
  /** By operation: which hooks it has. */
  readonly create: readonly Place[];
  readonly update: readonly Place[];
  readonly delete: readonly Place[];
  readonly actions: readonly ActionName[];
}

type Place = 'before' | 'after';
type ActionName = keyof typeof ACTIONS;

/** What a config says of each action, but for parameters. */
const ACTIONS = {
  touch: { fn: 'shop.own.touch' },
  look: { fn: 'shop.own.look', lock: false, returns: [{ name: 'seen', type: 'bool' }] },
  total: { fn: 'shop.own.total', on: 'collection' },
  propose: { fn: 'shop.own.propose' },
  import_all: { fn: 'shop.own.import_all', on: 'collection' },
} as const;

/** Actions that have the columns of the model as parameters. */
const WITH_PARAMETERS: readonly string[] = ['propose', 'import_all'];

const hooks: fc.Arbitrary<Place[]> = fc.subarray(['before', 'after']);

export const randomOwnCode: fc.Arbitrary<RandomOwnCode> = fc.record({
  create: hooks,
  update: hooks,
  delete: hooks,
  actions: fc.subarray(Object.keys(ACTIONS) as ActionName[]),
});

/** The hooks of an operation, as a config names them. */
export function hooksOf(name: string, code: RandomOwnCode): object {
  if (name !== 'create' && name !== 'update' && name !== 'delete') return {};
  const isDeleted = name === 'delete';
  return Object.fromEntries(
    code[name].map((place) => [
      place,
      place === 'after' || isDeleted ? ['shop.own.note', 'shop.own.count'] : 'shop.own.read',
    ]),
  );
}

/** The actions of a resource. */
export function actionsOf(
  model: string,
  { columns }: RandomModel,
  { actions }: RandomOwnCode,
): object[] {
  const params = columns.map(({ type }) => ({ name: type, like: `${model}.${type}` }));
  return actions.flatMap((name) => {
    const action = { name, ...ACTIONS[name] };
    if (!WITH_PARAMETERS.includes(name)) return [action];
    // A class may have no columns but those of its base.
    return params.length > 0 ? [{ ...action, params }] : [];
  });
}

/** The module `shop.own`. The functions change nothing that a generated test could see. */
export const OWN_CODE = `"""What routes call."""

from typing import Any

from pydantic import BaseModel
from sqlalchemy import func, select
from sqlalchemy.ext.asyncio import AsyncSession

from shop.models import Author


def read(values: dict[str, Any]) -> None:
    """Reads the values of a request."""
    assert all(isinstance(name, str) for name in values)


def note(row: object) -> None:
    """Reads a row."""
    assert row is not None


async def count(row: object, *, db: AsyncSession) -> None:
    """Asks the database while a row is written."""
    await total(db=db)


def touch(row: object) -> dict[str, bool]:
    """Leaves a row as it is."""
    return {"done": row is not None}


async def look(row: object, *, db: AsyncSession) -> dict[str, bool]:
    """Looks at a row."""
    await total(db=db)
    return {"seen": row is not None}


async def total(*, db: AsyncSession) -> int:
    """Counts authors."""
    return await db.scalar(select(func.count()).select_from(Author)) or 0


def propose(row: object, *, body: BaseModel) -> list[str]:
    """Says what a proposal is about."""
    return sorted(body.model_fields_set)


async def import_all(*, body: BaseModel, db: AsyncSession) -> int:
    """Imports nothing."""
    return await total(db=db)
`;
