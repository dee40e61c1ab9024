"""One application, two versions of its API."""

from fastapi import Depends, FastAPI

from generated.v1.auth.dependencies import require_auth
from generated.v1.routes import router as v1
from generated.v2.routes import router as v2

app = FastAPI(title="Shop")
app.include_router(v1, prefix="/v1", dependencies=[Depends(require_auth)])
app.include_router(v2, prefix="/v2")
