from sqlalchemy import ColumnElement

from _generated.auth.user import CurrentUser


def visible(user: CurrentUser) -> ColumnElement[bool]: ...
