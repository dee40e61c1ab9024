import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const PER_FILE = 10;

/** The modules that `writeModels` writes. */
export function moduleNames(count: number): string[] {
  return Array.from(
    { length: Math.ceil(count / PER_FILE) },
    (_, index) => `shop.models.part${String(index)}`,
  );
}

/** A package of models as people write them: a base, a mixin, enums, keys, relationships both ways. */
export function writeModels(project: string, count: number): void {
  const folder = join(project, 'shop/models');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(project, 'shop/__init__.py'), '');
  writeFileSync(join(folder, '__init__.py'), '');
  writeFileSync(join(folder, 'base.py'), BASE);
  moduleNames(count).forEach((_, index) => {
    const first = index * PER_FILE;
    const numbers = Array.from(
      { length: Math.min(PER_FILE, count - first) },
      (__, at) => first + at,
    );
    writeFileSync(
      join(folder, `part${String(index)}.py`),
      HEAD + numbers.map((number) => model(number, first)).join(''),
    );
  });
}

const BASE = `import datetime
from enum import StrEnum

from sqlalchemy import DateTime, func
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column


class Base(DeclarativeBase):
    type_annotation_map = {datetime.datetime: DateTime(timezone=True)}


class Stamped:
    created_at: Mapped[datetime.datetime] = mapped_column(server_default=func.now())
    updated_at: Mapped[datetime.datetime] = mapped_column(server_default=func.now(), onupdate=func.now())


class Status(StrEnum):
    DRAFT = "draft"
    DONE = "done"
`;

const HEAD = `import uuid
from decimal import Decimal

from sqlalchemy import ForeignKey, Numeric, String, Text, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column, relationship

from .base import Base, Stamped, Status
`;

function model(number: number, first: number): string {
  const name = `Item${String(number)}`;
  const parent = `Item${String(Math.max(first, number - 1))}`;
  return `

class ${name}(Stamped, Base):
    __tablename__ = "items_${String(number)}"
    __table_args__ = (UniqueConstraint("slug", "title"),)

    id: Mapped[uuid.UUID] = mapped_column(primary_key=True, default=uuid.uuid4)
    slug: Mapped[str] = mapped_column(String(100), unique=True)
    title: Mapped[str] = mapped_column(String(200))
    note: Mapped[str | None] = mapped_column(Text)
    status: Mapped[Status] = mapped_column(default=Status.DRAFT)
    price: Mapped[Decimal] = mapped_column(Numeric(10, 2))
    count: Mapped[int]
    parent_id: Mapped[uuid.UUID | None] = mapped_column(ForeignKey("items_${String(Math.max(first, number - 1))}.id"))

    parent: Mapped["${parent} | None"] = relationship("${parent}", remote_side=[id])
`;
}
