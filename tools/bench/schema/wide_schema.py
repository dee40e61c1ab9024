"""Describes the tables of `wide-schema.ts` with pgcraft, and prints the milliseconds that it takes, and those of CPU.

Arguments: how many tables; and the URL of an empty database, to also plan the first migration.
"""

import json
import sys
import time
from collections.abc import Callable

from alembic.autogenerate import produce_migrations, render_python_code
from alembic.runtime.migration import MigrationContext
from pgcraft import (
    PGCraftConfig,
    PGCraftForeignKey,
    PGCraftIndex,
    construct_pgcraft_naming_conventions_dict,
)
from pgcraft.alembic.register import (
    pgcraft_alembic_hook,
    pgcraft_configure_metadata,
    pgcraft_process_revision_directives,
    pgcraft_render_item,
)
from pgcraft.ext.postgrest import PostgRESTExtension, PostgRESTView
from pgcraft.factory import PGCraftSimple
from sqlalchemy import ARRAY, Boolean, Column, Computed, Enum, Integer, MetaData, Numeric, Text
from sqlalchemy import DateTime, create_engine

size, *urls = sys.argv[1:]


def define(metadata: MetaData, config: PGCraftConfig) -> None:
    status = Enum("draft", "open", "closed", name="status", metadata=metadata)
    for number in range(int(size)):
        parent = [PGCraftForeignKey(f"table_{number - 1}.id")] if number else []
        made = PGCraftSimple(
            f"table_{number}",
            "app",
            metadata,
            [
                Column("title", Text, nullable=False, comment="What it is called"),
                Column("slug", Text, Computed("lower(title)")),
                Column("status", status, nullable=False, server_default="draft"),
                Column("amount", Numeric, nullable=False, server_default="0"),
                Column("tags", ARRAY(Text), nullable=False, server_default="{}"),
                Column("open", Boolean, nullable=False, server_default="true"),
                Column("note", Text),
                Column("rank", Integer, server_default=str(number)),
                Column("parent_id", Integer, *parent),
                Column("created_at", DateTime(timezone=True), server_default="now()"),
                Column("updated_at", DateTime(timezone=True), server_default="now()"),
                PGCraftIndex(f"table_{number}_parent_id", "{parent_id}"),
            ],
            config=config,
        )
        PostgRESTView(made, grants=["select", "insert", "update", "delete"])
    pgcraft_configure_metadata(metadata, config)


def plan(metadata: MetaData, url: str) -> int:
    """Plans and writes both scripts, as `alembic revision --autogenerate` does."""
    with create_engine(url).connect() as connection:
        options = {"target_metadata": metadata, "include_schemas": True}
        context = MigrationContext.configure(connection, opts=options)
        script = produce_migrations(context, metadata)
        pgcraft_process_revision_directives(context, "head", [script])
        return sum(
            len(render_python_code(ops, migration_context=context, render_item=pgcraft_render_item))
            for ops in (script.upgrade_ops, script.downgrade_ops)
        )


def cost(work: Callable[[], object]) -> list[float]:
    """Milliseconds of wall-clock and of CPU time."""
    wall, cpu = time.perf_counter(), time.process_time()
    work()
    return [(time.perf_counter() - wall) * 1000, (time.process_time() - cpu) * 1000]


metadata = MetaData(naming_convention=construct_pgcraft_naming_conventions_dict())
config = PGCraftConfig(auto_discover=False).use(PostgRESTExtension())
taken = [cost(lambda: define(metadata, config))]
if urls:
    pgcraft_alembic_hook(config)
    taken.append(cost(lambda: plan(metadata, urls[0])))
print(json.dumps(taken))
