"""Adds the first author: `python -m blog.seed EMAIL PASSWORD`."""

import asyncio
from argparse import ArgumentParser

from sqlalchemy import select

from _generated.db.session import database
from blog.auth import hash_password
from blog.models import Author


async def seed(email: str, password: str) -> None:
    """Adds an author who can log in.

    Args:
        email: The author's e-mail address. One who has it already keeps everything
            but the password.
        password: The author's password.
    """
    async with database.session() as db:
        author = await db.scalar(select(Author).where(Author.email == email))
        if author is None:
            author = Author(name=email.partition("@")[0], email=email)
            db.add(author)
        author.password_hash = hash_password(password)
        await db.commit()
    await database.dispose()


if __name__ == "__main__":
    parser = ArgumentParser(description="Adds an author who can log in.")
    parser.add_argument("email")
    parser.add_argument("password")
    arguments = parser.parse_args()
    asyncio.run(seed(arguments.email, arguments.password))
