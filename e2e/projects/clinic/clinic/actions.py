"""What can be done with patients beyond reading and writing them."""

from typing import Any

from sqlalchemy import func, select
from sqlalchemy.ext.asyncio import AsyncSession

from clinic.api.staff.schemas.patient import PatientAdmitRequest
from clinic.models import Patient


def admit(
    patient: Patient,
    *,
    db: AsyncSession,
    body: PatientAdmitRequest,
    current_user: dict[str, Any],
) -> Patient:
    """Gives a patient a bed."""
    patient.ward = body.ward
    patient.bed = body.bed
    return patient


async def get(patient: Patient) -> dict[str, str]:
    """Gets a patient a coffee."""
    return {"coffee": f"for {patient.full_name}"}


async def census(*, db: AsyncSession) -> int:
    """Counts the patients."""
    return await db.scalar(select(func.count()).select_from(Patient)) or 0
