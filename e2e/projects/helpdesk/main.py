"""The help desk, served."""

from fastapi import FastAPI

from desk_api.routes import router

app = FastAPI(title="Help desk")
app.include_router(router)
