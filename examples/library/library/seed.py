"""Makes the tables, and puts two branches into them: `python -m library.seed`."""

import asyncio

from _generated.db.session import database
from library.accounts import hash_pin
from library.models import Base, Branch, Copy, Member, Role


async def seed() -> None:
    """Adds a librarian, a member and a copy to each of two branches."""
    async with database.engine.begin() as connection:
        await connection.run_sync(Base.metadata.create_all)
    async with database.session() as db:
        for number, name in ((1, "Harbour"), (2, "Hill")):
            db.add(Branch(id=number, name=name))
            await db.flush()
            db.add(Copy(branch_id=number, number=1, title="The Sea", shelf="A1"))
            for card, role in (("L-1", Role.LIBRARIAN), ("M-1", Role.MEMBER)):
                named = f"{name} {role}"
                pin = hash_pin("1234")
                values = {"branch_id": number, "name": named, "card": card}
                db.add(Member(**values, role=role, pin_hash=pin))
        await db.commit()
    await database.dispose()


if __name__ == "__main__":
    asyncio.run(seed())
