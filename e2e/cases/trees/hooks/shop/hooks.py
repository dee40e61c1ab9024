def tidy(values):
    values["slug"] = values["name"].lower()


async def check_price(values, *, db, current_user, row=None): ...


def keep_sold(row, **kwargs): ...


async def announce(row, *, db): ...


def count(row, *, current_user=None): ...
