"""What columns with a `Mutable` hold, whatever it is.

SQLAlchemy fails to load a row whose value a `Mutable` does not take, such as a list in
a `MutableDict`. Other programs may have stored it: one such row would fail every list.
"""

from typing import Any, cast

from sqlalchemy import event
from sqlalchemy.ext.mutable import Mutable
from sqlalchemy.orm import InstanceState, InstrumentedAttribute

_associate: Any = vars(Mutable)["associate_with_attribute"]


def load_whatever_is_stored() -> None:
    """Lets rows be loaded with such values as they are.

    It has to be called before mappers are configured. Values that are set are still
    refused.
    """
    cast("Any", Mutable).associate_with_attribute = classmethod(_listen)


def _listen(cls: type[Mutable], attribute: InstrumentedAttribute[Any]) -> None:
    """Sets a value aside while the `Mutable` looks at what is loaded."""
    key = attribute.key
    aside = f"{__name__}.{key}"

    def set_aside(state: InstanceState[Any], *_: object) -> None:
        value = state.dict.get(key)
        if value is None:
            return
        try:
            state.dict[key] = cls.coerce(key, value)
        except ValueError:
            state.info[aside] = state.dict.pop(key)

    def put_back(state: InstanceState[Any], *_: object) -> None:
        if aside in state.info:
            state.dict[key] = state.info.pop(aside)

    def listen(listener: Any) -> None:  # noqa: ANN401
        for name in ("load", "refresh", "refresh_flush"):
            event.listen(attribute.class_, name, listener, raw=True, propagate=True)

    listen(set_aside)
    _associate.__func__(cls, attribute)
    listen(put_back)
