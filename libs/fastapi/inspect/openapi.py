"""Imports an app, and prints its OpenAPI document.

    python openapi.py < request.json

The request names the folders to import from, the packages that have to be installed, and the app: one of the
project's own, or the routes that an app is made of. What the modules print goes to standard error.
"""

import importlib
import json
import os
import sys
import traceback
from importlib import metadata


class NoApp(Exception):
    """What is named as an app is none."""


def is_missing(package):
    try:
        metadata.version(package)
    except metadata.PackageNotFoundError:
        return True
    return False


def app_of(request):
    from fastapi import FastAPI

    if request["app"] is None:
        routes = importlib.import_module(request["routes"])
        app = FastAPI(title=request["title"], openapi_tags=routes.tags_metadata)
        app.include_router(routes.router)
        return app
    module, _, name = request["app"].partition(":")
    app = getattr(importlib.import_module(module), name, None)
    if not isinstance(app, FastAPI):
        raise NoApp(type(app).__name__)
    return app


def is_own(path, folders):
    """Whether a file is of the project, not of an installed package."""
    return path.startswith(folders) and path != __file__ and "site-packages" not in path.split(os.sep)


def failure(error, folders):
    own = [frame for frame in traceback.extract_tb(error.__traceback__) if is_own(frame.filename, folders)]
    return {
        "message": f"{type(error).__name__}: {error}".splitlines()[0],
        "file": own[-1].filename if own else None,
        "line": own[-1].lineno if own else None,
    }


def imported_files(folders):
    """The files of the project among the imported ones."""
    paths = {getattr(module, "__file__", None) or "" for module in list(sys.modules.values())}
    return sorted(path for path in paths if is_own(path, folders))


def answer(request):
    missing = [package for package in request["packages"] if is_missing(package)]
    if missing:
        return {"missing": missing}
    # The first one is the folder of this file.
    sys.path[:1] = request["folders"]
    folders = tuple(folder + os.sep for folder in request["folders"])
    try:
        document = app_of(request).openapi()
    except NoApp as error:
        return {"found": str(error)}
    except BaseException as error:  # Also an exit.
        return {"failed": failure(error, folders)}
    text = json.dumps(document, indent=2, ensure_ascii=False)
    return {"document": f"{text}\n", "files": imported_files(folders)}


def main():
    out = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    json.dump(answer(json.load(sys.stdin)), out)
    out.flush()
    sys.stderr.flush()
    # Modules may leave threads behind.
    os._exit(0)


main()
