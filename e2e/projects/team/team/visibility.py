"""What a member sees, where a rule of the config cannot say it."""

from sqlalchemy import ColumnElement, select

from team.models import Comment, Member, Note
from team_api.club.access.note import readable


def of_mentees(user: Member) -> ColumnElement[bool]:
    """The notes of those whom a member looks after."""
    mentees = select(Member.id).where(Member.mentor_id == user.id)
    return Note.author_id.in_(mentees)


def on_readable_notes(user: Member) -> ColumnElement[bool]:
    """The comments on the notes that a member sees."""
    return Comment.note_id.in_(select(Note.id).where(readable(user)))
