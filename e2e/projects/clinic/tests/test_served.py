# ruff: noqa: S101, S105
"""Tests of what apps inherit and override."""

import pytest
from httpx2 import AsyncClient
from sqlalchemy import func, select

from clinic.api.db.archive_session import archive_database
from clinic.api.db.main_session import main_database
from clinic.models import Observation

pytestmark = pytest.mark.anyio

STAFF = ("/auth/token", "doctor", "scalpel")
ACCOUNTANT = ("/billing/login", "accountant", "abacus")

PATIENT = {"full_name": "Ada", "born_on": "1815-12-10", "blood_group": "AB"}

OBSERVATION = {
    "uuid": "0b0e3a52-7d6f-4f0c-9b1e-3f1d2c4b5a69",
    "date": "2024-02-29",
    "datetime": "2024-02-29T12:00:00+02:00",
    "decimal": "12.5",
    "str": "MM",
    "int": -99,
    "reported_by": "ada@example.org",
}


async def login(
    client: AsyncClient,
    url: str,
    name: str,
    password: str,
) -> dict[str, str]:
    """Logs in; returns the header that says so."""
    response = await client.post(url, data={"username": name, "password": password})
    assert response.status_code == 200
    body = response.json()
    assert body["token_type"] == "bearer"
    assert body["expires_in"] in {600, 1800}
    return {"Authorization": f"Bearer {body['access_token']}"}


async def test_own_auth(client: AsyncClient) -> None:
    """An app's own auth has its own token route, secret and users."""
    staff = await login(client, *STAFF)
    accountant = await login(client, *ACCOUNTANT)
    doctors, bills = "/staff/doctors/search", "/billing/bills/open/search"
    assert (await client.post(doctors, json={}, headers=staff)).status_code == 200
    assert (await client.post(bills, json={}, headers=accountant)).status_code == 200
    assert (await client.post(doctors, json={}, headers=accountant)).status_code == 401
    assert (await client.post(bills, json={}, headers=staff)).status_code == 401
    wrong = {"username": "doctor", "password": "abacus"}
    refused = await client.post("/billing/login", data=wrong)
    assert refused.status_code == 401
    assert refused.headers["WWW-Authenticate"] == "Bearer"


async def test_no_auth(client: AsyncClient) -> None:
    """An app that overrides auth with null is open, and so is an open action."""
    assert (await client.post("/opening-hours/search")).json() == []
    census = await client.post("/staff/patients/census")
    assert (census.status_code, census.json()) == (200, 0)


async def test_inherited_operations(client: AsyncClient) -> None:
    """A resource without operations has the project's, in the project's database."""
    staff = await login(client, *STAFF)
    created = await client.post("/staff/doctors/", json={"name": "Who"}, headers=staff)
    assert created.status_code == 201
    location = created.headers["Location"]
    assert location == f"/staff/doctors/{created.json()['id']}"
    assert (await client.get(location, headers=staff)).json() == created.json()


async def test_second_database(client: AsyncClient) -> None:
    """A resource with a `db_key` is stored in that database alone."""
    staff = await login(client, *STAFF)
    created = await client.post(
        "/staff/observations/",
        json=OBSERVATION,
        headers=staff,
    )
    assert created.status_code == 201, created.text
    body = created.json()
    assert body["details"] == {"source": "manual", "it's": ['"', "\\"]}
    assert body["tags"] == ["new"]
    assert body["duration"] == "PT1M30S"
    assert body["time"] == "08:30:00"
    for database, expected in ((archive_database, 1), (main_database, 0)):
        async with database.session() as session:
            count = await session.scalar(select(func.count()).select_from(Observation))
            assert count == expected


async def test_created_without_get(client: AsyncClient) -> None:
    """Without get, create answers with the key and update with nothing."""
    accountant = await login(client, *ACCOUNTANT)
    created = await client.post(
        "/billing/ledger-entries/",
        json={"text": "Scissors", "amount": "9.90"},
        headers=accountant,
    )
    assert created.status_code == 201
    assert list(created.json()) == ["code"]
    url = created.headers["Location"]
    for body, status in (({}, 204), ({"text": None}, 204), ({"amount": 1}, 422)):
        response = await client.patch(url, json=body, headers=accountant)
        assert response.status_code == status
    assert (await client.delete(url, headers=accountant)).status_code == 204
    for changes in ({}, {"text": "x"}):
        response = await client.patch(url, json=changes, headers=accountant)
        assert (response.status_code, response.json()["detail"]) == (404, "Not found")


async def test_aliases(client: AsyncClient) -> None:
    """A field has its alias in requests and in responses."""
    accountant = await login(client, *ACCOUNTANT)
    created = await client.post(
        "/billing/bills/open/",
        json={"grand-total": "12.50"},
        headers=accountant,
    )
    assert created.json()["grand-total"] == "12.50"
    refused = await client.post(
        "/billing/bills/open/",
        json={"total": "12.50"},
        headers=accountant,
    )
    assert refused.status_code == 422


async def test_actions(client: AsyncClient) -> None:
    """Actions run on a row and commit, whatever they are called."""
    staff = await login(client, *STAFF)
    created = await client.post("/staff/patients/", json=PATIENT, headers=staff)
    url = f"/staff/patients/{created.json()['number']}"
    admitted = await client.post(f"{url}/admit", json={"ward": "B"}, headers=staff)
    assert (admitted.status_code, admitted.json()) == (200, {"ward": "B", "bed": 1})
    coffee = await client.post(f"{url}/get", headers=staff)
    assert coffee.json() == {"coffee": "for Ada"}
    assert (await client.post("/staff/patients/census")).json() == 1


async def test_openapi(client: AsyncClient) -> None:
    """The documentation names each operation once, and says what may go wrong."""
    paths = (await client.get("/openapi.json")).json()["paths"]
    operations = [operation for path in paths.values() for operation in path.values()]
    ids = [operation["operationId"] for operation in operations]
    assert len(ids) == len(set(ids))
    assert {"clinic_api_login", "staff_patient_get_action"} <= {*ids}
    by_id = dict(zip(ids, operations, strict=True))
    assert by_id["staff_observation_list"]["tags"] == ["records", "the clinic's"]
    assert set(by_id["staff_patient_update"]["responses"]) == {
        "200",
        "401",
        "404",
        "409",
        "422",
        "503",
    }
    assert "401" not in by_id["public_opening_hours_get"]["responses"]
