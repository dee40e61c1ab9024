"""Asks generated conditions and policies about the same random rows and users.

The conditions are asked as a superuser, for whom no policy holds, and the policies as a
role without rights of its own. Prints what they disagree about, as JSON.
"""

import asyncio
import json
import random
import re
import sys
import uuid
from collections import Counter, defaultdict
from datetime import UTC, datetime
from importlib import import_module
from inspect import getsource
from pathlib import Path
from typing import Any

from _generated.auth.sessions import get_user_db
from _generated.auth.user import CurrentUser
from _generated.db.session import database
from shop import models
from sqlalchemy import (
    ColumnElement,
    and_,
    delete,
    func,
    insert,
    literal,
    or_,
    select,
    text,
    true,
)
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncSession

# All columns but the key, by attribute: a few values each, so that many are equal.
USERS = [uuid.UUID(int=number) for number in (1, 2)]
DAYS = [datetime(2024, 1, day, tzinfo=UTC) for day in (1, 2)]
VALUES: dict[str, list[Any]] = {
    "tenant_id": [None, 1, 2],
    "owner_id": [None, *USERS],
    "status": [None, *models.Status],
    "label": [None, "", "a", "o'b", "\\c"],
    "level": [None, 1, 2, 3],
    "flag": [None, True, False],
    "seen": [None, *DAYS],
    "grade": [1, 2, 3],
    "stage": [*models.Status],
    "closed": [True, False],
}
STAMPED = ["tenant_id", "owner_id"]
ROLE = f"plain_{uuid.uuid4().hex}"
OLD, NEW, MADE = range(1, 9), range(101, 105), range(201, 204)

SQL = "".join(
    Path(each).read_text()
    for each in ("_generated/access/policies.sql", "attempts.sql")
)
Row = dict[str, Any]
Ids = set[int]


class Comparison:
    """All rounds, of all resources."""

    def __init__(self, seed: int) -> None:
        """Begins with nothing asked."""
        self.random = random.Random(seed)
        self.rounds = 0
        self.differences: list[Any] = []
        self.asked: dict[str, Counter[str]] = defaultdict(Counter)

    def some_row(self, key: int, fixed: Row) -> Row:
        """A row of random values."""
        chosen = {name: self.random.choice(each) for name, each in VALUES.items()}
        return {"id": key, **chosen, **fixed}

    def some_user(self) -> CurrentUser:
        """A user with random attributes."""
        pick = self.random.choice
        return CurrentUser(
            sub=pick(USERS),
            tenant=pick([1, 2]),
            roles=pick([[], ["clerk"], ["admin"], ["clerk", "admin"]]),
            team=pick(VALUES["label"]),
            rank=pick(VALUES["level"]),
            flagged=pick(VALUES["flag"]),
            since=pick(VALUES["seen"]),
        )

    async def run(self, connection: AsyncConnection, name: str, rules: "Rules") -> None:
        """One round of a resource: new rows, another user, and nobody."""
        model = getattr(models, name.capitalize())
        user = self.some_user()
        old = [self.some_row(key, {}) for key in OLD]
        # Neither a request nor its user changes whose a row is.
        pairs = [(self.random.choice(old), key) for key in NEW]
        new = [
            self.some_row(key, {each: before[each] for each in STAMPED})
            for before, key in pairs
        ]
        stamp: Row = rules.module.stamp(user) if hasattr(rules.module, "stamp") else {}
        made = [self.some_row(key, stamp) for key in MADE]
        await connection.execute(delete(model))
        await connection.execute(insert(model), [*old, *new, *made])
        holds = await rules.ask(connection, model, user)
        public = await rules.ask_for_anyone(connection, model)
        await connection.execute(delete(SOURCE))
        everything = select(*model.__table__.columns).where(model.id > max(OLD))
        await connection.execute(
            insert(SOURCE).from_select([*SOURCE.c.keys()], everything)
        )
        await connection.execute(delete(model).where(model.id > max(OLD)))
        expected: dict[str, Ids] = {
            "read": holds["readable"] & {*OLD},
            "lock": holds["readable"] & holds["lockable"] & {*OLD},
            "delete": holds["readable"] & holds["deletable"] & {*OLD},
            "update": {
                key
                for before, key in pairs
                if before["id"] in holds["readable"] & holds["begun"]
                and key in holds["readable"] & holds["ended"]
            },
            "insert": holds["created"] & {*MADE},
        }
        quote = connection.dialect.identifier_preparer.quote
        if len(rules.changes) > 1 and not rules.ask_after:
            # Policies let one operation begin what another ends, and routes do not.
            del expected["update"]
        columns = ", ".join(quote(each.name) for each in SOURCE.c if each.name != "id")
        attempts = select(
            func.attempts(
                model.__tablename__,
                columns,
                [before["id"] for before, _ in pairs],
                [*NEW],
                [*MADE],
            )
        )
        found = await self.as_plain_role(connection, user, attempts)
        self.rounds += 1
        candidates = {"update": len(NEW), "insert": len(MADE)}
        # Rows that may be locked to delete them: routes say nothing of what an update
        # of them may end in, where they do not ask that of any update.
        unsaid = {
            key
            for before, key in pairs
            if before["id"] in holds["lockable"] - holds["begun"]
        }
        for what, keys in expected.items():
            got = {*(found[what] or [])} - (unsaid if what == "update" else set())
            self.asked[what]["yes"] += len(keys)
            self.asked[what]["no"] += candidates.get(what, len(OLD)) - len(keys)
            if got != keys:
                rows = [
                    each for each in (*old, *new, *made) if each["id"] in got ^ keys
                ]
                self.tell(name, what, user, sorted(got - keys), rows)
        if self.rounds % 5 == 0:
            seen = {*await self.as_plain_role(connection, None, select(model.id))}
            if seen != public & {*OLD}:
                self.tell(name, "read by anyone", None, sorted(seen - public), old)

    async def as_plain_role(
        self, connection: AsyncConnection, user: CurrentUser | None, statement: Any
    ) -> Any:
        """What a statement gives a role for which the policies hold."""
        async with AsyncSession(
            connection, join_transaction_mode="create_savepoint"
        ) as session:
            db = session if user is None else await get_user_db(session, user)
            await db.execute(text(f"SET LOCAL ROLE {ROLE}"))
            found = (await db.scalars(statement)).all()
            await db.rollback()
        return found[0] if user else found

    def tell(
        self, name: str, what: str, user: CurrentUser | None, more: list[int], rows: Any
    ) -> None:
        """Remembers what the two disagree about, and which rows only policies allow."""
        self.differences.append([name, what, repr(user), more, repr(rows)])


class Rules:
    """The generated conditions of a resource, as its routes ask for them."""

    def __init__(self, name: str, actions: list[str]) -> None:
        """Reads what the routes ask for."""
        self.module = import_module(f"_generated.shop_api.access.{name}")
        routes = import_module(f"_generated.shop_api.routes.{name}")
        self.sources = {
            verb: re.split(
                r"db\.flush\(|run_action\(|delete_row\(",
                _with_rule_in_place(getsource(getattr(routes, f"{verb}_{name}"))),
            )
            for verb in ("create", "update", "delete", *actions)
        }
        self.changes = ["update", *actions]
        self.ask_after = all(self.names(each, after=True) for each in self.changes)

    def names(self, verb: str, *, after: bool) -> list[str]:
        """The conditions that a route asks of a row, before it writes or after that."""
        pattern = r"(?:may=|forbid_unless\(|check_row\(db, \w+, )(\w+)\("
        found: list[str] = re.findall(pattern, self.sources[verb][after])
        return found

    def asked(
        self, verb: str, *, after: bool, user: CurrentUser
    ) -> ColumnElement[bool]:
        """What a route asks of a row."""
        names = self.names(verb, after=after)
        return and_(true(), *(self.condition(name, user) for name in names))

    def condition(self, name: str, user: CurrentUser) -> ColumnElement[bool]:
        """A generated condition, by its name."""
        holds: Any = getattr(self.module, name)(user)
        return holds if isinstance(holds, ColumnElement) else literal(holds)

    async def ask(
        self, connection: AsyncConnection, model: Any, user: CurrentUser
    ) -> dict[str, Ids]:
        """The keys of the rows of which each condition holds."""
        before = {
            each: self.asked(each, after=False, user=user)
            for each in (*self.changes, "delete")
        }
        lockable = or_(*before.values())
        after = [self.asked(each, after=True, user=user) for each in self.changes]
        conditions = {
            "readable": self.condition("readable", user),
            "lockable": lockable,
            "deletable": before["delete"],
            # What a write cannot make worse is asked before it alone.
            "begun": lockable if self.ask_after else before["update"],
            "ended": or_(*after),
            "created": and_(
                self.asked("create", after=False, user=user),
                self.asked("create", after=True, user=user),
            ),
        }
        flags = [each.label(name) for name, each in conditions.items()]
        rows = (await connection.execute(select(model.id, *flags))).mappings().all()
        return {name: {row["id"] for row in rows if row[name]} for name in conditions}

    async def ask_for_anyone(self, connection: AsyncConnection, model: Any) -> Ids:
        """The keys of the rows that somebody sees who is no user."""
        public = getattr(self.module, "public", None)
        if public is None:
            return set()
        return {*(await connection.scalars(select(model.id).where(public())))}


def _with_rule_in_place(source: str) -> str:
    """The source of a route, which builds a rule once even where it asks it twice."""
    rule = re.search(r"^    may = (.+)$", source, re.MULTILINE)
    return source if rule is None else source.replace("may=may", f"may={rule[1]}")


SOURCE = models.Row0.__table__.to_metadata(models.Base.metadata, name="source")


async def main(seed: int, rounds: int, resources: dict[str, list[str]]) -> None:
    """Makes the tables and their policies, and compares."""
    comparison = Comparison(seed)
    grant = f"GRANT ALL ON ALL TABLES IN SCHEMA public TO {ROLE}"
    async with database.engine.begin() as connection:
        await connection.run_sync(models.Base.metadata.create_all)
        driver = (await connection.get_raw_connection()).driver_connection
        assert driver is not None
        await driver.execute(f"{SQL}CREATE ROLE {ROLE};{grant}")
    try:
        for name, actions in resources.items():
            async with database.engine.connect() as connection:
                rules = Rules(name, actions)
                for _ in range(rounds):
                    await comparison.run(connection, name, rules)
    finally:
        async with database.engine.begin() as connection:
            await connection.execute(text(f"DROP OWNED BY {ROLE}"))
            await connection.execute(text(f"DROP ROLE {ROLE}"))
    await database.dispose()
    print(
        json.dumps(
            {
                "rounds": comparison.rounds,
                "differences": comparison.differences[:5],
                "asked": comparison.asked,
            }
        )
    )


asyncio.run(main(**json.loads(sys.argv[1])))
