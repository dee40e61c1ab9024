def by_name(name):
    return {"sub": name}


def in_thread(name, password, *, db):
    return {"sub": name}


async def of_request(name, password, request):
    return {"sub": name}


async def fine(name, password, *, db):
    return {"sub": name}
