"""Adds authors who can log in: `python -m blog.seed EMAIL PASSWORD [--role editor]`."""

import asyncio
from argparse import ArgumentParser

from sqlalchemy import select

from _generated.db.session import database
from blog.auth import hash_password
from blog.models import Author, AuthorRole


async def seed(email: str, password: str, role: AuthorRole) -> None:
    """Adds an author who can log in.

    Args:
        email: The author's email address. If an author has it already, only the
            password and the role change.
        password: The author's password.
        role: The author's role.
    """
    async with database.session() as db:
        author = await db.scalar(select(Author).where(Author.email == email))
        if author is None:
            author = Author(name=email.partition("@")[0], email=email)
            db.add(author)
        author.password_hash = hash_password(password)
        author.role = role
        await db.commit()
    await database.dispose()


if __name__ == "__main__":
    parser = ArgumentParser(description="Adds an author who can log in.")
    parser.add_argument("email")
    parser.add_argument("password")
    parser.add_argument("--role", type=AuthorRole, default=AuthorRole.AUTHOR)
    arguments = parser.parse_args()
    asyncio.run(seed(arguments.email, arguments.password, arguments.role))
