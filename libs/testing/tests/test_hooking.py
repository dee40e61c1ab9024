"""The checks of hooks pass on routes that call them, and notice those that do not."""

from collections.abc import AsyncGenerator, Awaitable, Callable
from typing import Any
from uuid import UUID

import pytest
from sqlalchemy.ext.asyncio import AsyncSession
from tests.api import RUNTIME, app_of, client_of, get_db
from tests.family import Vehicle
from tests.hooked_api import router
from tests.models import Thing

from rowhouse_testing import Api, Field, Resource, Rows, Sessions
from rowhouse_testing.hooking import Hooks, check_hooks, replace_hooks
from tests import hooked_api

pytestmark = pytest.mark.anyio

CHECK, TELL, KEEP = (
    f"{hooked_api.__name__}.{name}" for name in ("check", "tell", "keep")
)
Check = Callable[[Resource, Hooks], Awaitable[None]]
CHECKS: dict[str, Check] = {
    "create": lambda it, hooks: check_hooks(
        it, hooks, "create", before={CHECK: []}, after={TELL: ["db"]}, names=["text"]
    ),
    "update": lambda it, hooks: check_hooks(
        it,
        hooks,
        "update",
        before={CHECK: ["row"]},
        after={TELL: ["db"]},
        names=["id", "text"],
    ),
    "delete": lambda it, hooks: check_hooks(
        it, hooks, "delete", before={KEEP: []}, after={TELL: ["db"]}
    ),
}


@pytest.fixture
async def resource(
    sessions: Sessions, rows: Rows, monkeypatch: pytest.MonkeyPatch
) -> AsyncGenerator[Resource]:
    """The things."""
    app = app_of(router, sessions=sessions)
    async with client_of(app) as client:
        api = Api(RUNTIME, app, client, client, sessions, rows, [get_db], monkeypatch)
        fields = {"id": Field(UUID), "text": Field(str)}
        yield Resource(api, Thing, "/things", fields)


async def stand_ins(resource: Resource) -> Hooks:
    """The hooks, which fill in the number that every thing has."""
    return await replace_hooks(
        resource.api, Thing, hooked_api.__name__, [CHECK, TELL, KEEP], needed=["text"]
    )


@pytest.mark.parametrize("name", CHECKS)
async def test_routes_that_call_hooks_pass(resource: Resource, name: str) -> None:
    await CHECKS[name](resource, await stand_ins(resource))


async def test_new_rows_go_before_others_may_get_the_same_defaults(
    resource: Resource,
) -> None:
    before = await resource.stored()
    await CHECKS["create"](resource, await stand_ins(resource))
    assert (await resource.stored()).keys() == before.keys()


async def test_hooks_fill_in_what_only_new_rows_lack(resource: Resource) -> None:
    functions = [CHECK]
    api = resource.api
    hooks = await replace_hooks(api, Thing, hooked_api.__name__, functions)
    values = {"text": "a"}
    hooks.stand_in(CHECK, is_async=False)(values)
    assert values == {"text": "a"}
    assert "number" in (await stand_ins(resource)).fills


async def test_hooks_leave_out_what_the_mapping_sets(resource: Resource) -> None:
    functions = [CHECK]
    hooks = await replace_hooks(
        resource.api, Vehicle, hooked_api.__name__, functions, needed=[]
    )
    assert "kind" not in hooks.fills


def accept_all(*_: object) -> frozenset[str]:
    """Checks nothing."""
    return frozenset()


async def commit(db: AsyncSession, *_: object) -> None:
    """Commits before the hooks have their say."""
    await db.commit()


def nothing(_: object) -> dict[str, Any]:
    """Leaves out what was sent."""
    return {}


async def delete_and_commit(db: AsyncSession, row: Thing) -> None:
    """Commits before the hooks have their say."""
    await db.delete(row)
    await db.commit()


def unchanged(row: Thing, body: Any, **_: object) -> None:
    """Stores something else."""
    row.text = "else"


BREAKS: list[tuple[str, str, object]] = [
    ("create", "check_values", accept_all),
    ("update", "check_values", accept_all),
    ("create", "flush_row", commit),
    ("update", "flush_row", commit),
    ("delete", "delete_row", delete_and_commit),
    ("create", "values_of", nothing),
    ("update", "change_row", unchanged),
]


@pytest.mark.parametrize(("name", "function", "broken"), BREAKS)
async def test_broken_routes_are_noticed(
    resource: Resource,
    monkeypatch: pytest.MonkeyPatch,
    name: str,
    function: str,
    broken: object,
) -> None:
    hooks = await stand_ins(resource)
    monkeypatch.setattr(hooked_api, function, broken)
    with pytest.raises((AssertionError, TypeError, pytest.fail.Exception)):
        await CHECKS[name](resource, hooks)


@pytest.mark.parametrize(("name", "function"), [("create", "tell"), ("delete", "keep")])
async def test_a_hook_that_is_not_called_is_noticed(
    resource: Resource, monkeypatch: pytest.MonkeyPatch, name: str, function: str
) -> None:
    hooks = await stand_ins(resource)

    async def ignore_later(*_: object, **__: object) -> None:
        pass

    def ignore(*_: object, **__: object) -> None:
        pass

    silent = ignore if function == "keep" else ignore_later
    monkeypatch.setattr(hooked_api, function, silent)
    with pytest.raises(AssertionError):
        await CHECKS[name](resource, hooks)


@pytest.mark.parametrize("name", CHECKS)
async def test_a_hook_that_is_given_no_row_is_noticed(
    resource: Resource, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    hooks = await stand_ins(resource)
    told = hooked_api.tell

    async def tell(_: Thing, *, db: AsyncSession) -> None:
        nobody: Any = None
        await told(nobody, db=db)

    monkeypatch.setattr(hooked_api, "tell", tell)
    with pytest.raises(AttributeError):
        await CHECKS[name](resource, hooks)


async def test_update_is_not_taken_for_a_new_row(resource: Resource) -> None:
    hooks = await stand_ins(resource)
    row = await resource.create_row()
    hooks.values = {"number": row.number + 1}
    changed = await resource.api.client.patch(resource.url(row), json={"text": "b"})
    assert changed.is_success, changed.text
    stored = (await resource.stored())[resource.key_of(row)]
    assert (stored.text, stored.number) == ("b", row.number)
