import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { generate, isUserError } from '@rowhouse/core';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { plugin } from './support.js';

/** Checks of a table become constraints of its fields: what a request must meet is said once, in the model. */
let project: string;
beforeEach(() => {
  project = realpathSync(mkdtempSync(join(tmpdir(), 'checks-')));
});
afterEach(() => {
  rmSync(project, { recursive: true });
});

async function run(
  checks: readonly string[],
  fields: readonly unknown[],
  rest: object = {},
  file = 'shift',
) {
  mkdirSync(join(project, 'shop'), { recursive: true });
  const models = `
from decimal import Decimal
from sqlalchemy import CheckConstraint, ForeignKey, String, TypeDecorator
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column

class Base(DeclarativeBase):
    pass

class Scrambled(TypeDecorator[str]):
    impl = String
    python_type = str

class Shift(Base):
    __tablename__ = "shifts"
    __table_args__ = (${checks.map((check) => `CheckConstraint(${JSON.stringify(check)}),`).join(' ')})
    id: Mapped[int] = mapped_column(primary_key=True)
    weekday: Mapped[int] = mapped_column(default=1)
    hours: Mapped[Decimal] = mapped_column(default=1)
    name: Mapped[str] = mapped_column(String(20), default="early")
    kind: Mapped[str | None] = mapped_column("Kind", CheckConstraint("\\"Kind\\" <> ''"))
    nick: Mapped[str] = mapped_column(Scrambled, default="")
    __mapper_args__ = {"polymorphic_on": "kind"}

class NightShift(Shift):
    __tablename__ = "night_shifts"
    __table_args__ = (CheckConstraint("pause > 0"),)
    id: Mapped[int] = mapped_column(ForeignKey(Shift.id), primary_key=True)
    pause: Mapped[int] = mapped_column(default=1)
    __mapper_args__ = {"polymorphic_identity": "night"}
`;
  writeFileSync(join(project, 'shop/models.py'), models);
  const operations = ['get', { name: 'create', fields }];
  const resources = [{ model: 'shop.models.Shift', operations, ...rest }];
  const config = { version: '1', module: 'shop', resources };
  writeFileSync(join(project, 'codegen.config.json'), JSON.stringify(config));
  const result = await generate({ config: 'codegen.config.json', cwd: project, plugins: [plugin] });
  return readFileSync(join(result.outputRoot, `shop/schemas/${file}.py`), 'utf8');
}

/** The line of a field in the request of a create. */
async function fieldOf(checks: readonly string[], field: string | { readonly name: string }) {
  const text = await run(checks, [field]);
  const name = typeof field === 'string' ? field : field.name;
  const body = text.slice(text.indexOf('class ShiftCreateRequest('));
  return new RegExp(`^    ${name}: (.*?)(?: = \\w+)?$`, 'm').exec(body)?.[1];
}

describe('a check of a column', () => {
  const whole = 'Annotated[int, Field(ge=0, le=6)]';
  const text = (limits: string) => `Annotated[str, Field(${limits})]`;
  const unlimited = text('max_length=20');
  test.each([
    ['weekday between 0 and 6', 'weekday', whole],
    ['(weekday >= 0) AND ((weekday <= 6))', 'weekday', whole],
    ['0 <= weekday AND 6 >= "weekday"', 'weekday', whole],
    ['weekday > -2 AND weekday < 7', 'weekday', 'Annotated[int, Field(gt=-2, lt=7)]'],
    ['weekday >= 0 AND weekday > 0 AND weekday >= 1', 'weekday', 'Annotated[int, Field(gt=0)]'],
    ['weekday IN (1, 2, 2)', 'weekday', 'Literal[1, 2]'],
    ['weekday = 3', 'weekday', 'Literal[3]'],
    ['hours > 0.5', 'hours', 'Annotated[decimal.Decimal, Field(gt=0.5)]'],
    ['hours <= 24 AND weekday > 0', 'hours', 'Annotated[decimal.Decimal, Field(le=24)]'],
    ['length(name) > 2', 'name', text('min_length=3, max_length=20')],
    ['char_length(name) <= 5', 'name', text('max_length=5')],
    ['char_length(name) <= 50', 'name', unlimited],
    ["name != ''", 'name', text('min_length=1, max_length=20')],
    ["name in ('early', 'it''s late')", 'name', 'Literal["early", "it\'s late"]'],
  ])('%s', async (check, name, expected) => {
    expect(await fieldOf([check], name)).toBe(expected);
  });

  test.each([
    ['weekday > 0 OR weekday < -5', 'weekday', 'int'],
    ['weekday > hours', 'weekday', 'int'],
    ['weekday % 2 = 0 AND weekday > 0', 'weekday', 'int'],
    ['weekday <> 3', 'weekday', 'int'],
    ['NOT weekday > 3', 'weekday', 'int'],
    ['weekday IS NULL', 'weekday', 'int'],
    ['weekday > 0.5', 'weekday', 'int'],
    ["name > 'a'", 'name', unlimited],
    ['length(trim(name)) > 2', 'name', unlimited],
    ["name = E'\\n'", 'name', unlimited],
    ["name IN ('a', lower('b'))", 'name', unlimited],
    ['length(nick) > 2', 'nick', 'str'],
  ])('%s is left to PostgreSQL', async (check, name, expected) => {
    expect(await fieldOf([check], name)).toBe(expected);
  });

  test('of the column itself counts, by the name in the database', async () => {
    expect(await fieldOf([], 'kind')).toBe('Annotated[str | None, Field(min_length=1)]');
  });

  test('of the table of a base counts, too', async () => {
    const model = 'shop.models.NightShift';
    const text = await run(['weekday <= 6'], ['weekday', 'pause'], { model }, 'night_shift');
    expect(text).toContain('    weekday: Annotated[int, Field(le=6)] = UNSET\n');
    expect(text).toContain('    pause: Annotated[int, Field(gt=0)] = UNSET\n');
  });

  test('and what the config says: the stricter one', async () => {
    const checks = ['weekday between 0 and 6'];
    const stricter = { name: 'weekday', gt: -1, le: 4 };
    expect(await fieldOf(checks, stricter)).toBe('Annotated[int, Field(gt=-1, le=4)]');
    const failed = run(checks, [{ name: 'weekday', gt: -2, lt: 8 }]).catch((error: unknown) => {
      if (!isUserError(error)) throw error;
      return error.message.replaceAll(/:\d+/g, '');
    });
    const where = "shop/models.py has the check 'weekday between 0 and 6'";
    expect(await failed).toContain(`.gt: weekday: found -2, but ${where} [contradicts-model]`);
    expect(await failed).toContain('Write ge: 0 or more, or remove it.');
    expect(await failed).toContain(`.lt: weekday: found 8, but ${where} [contradicts-model]`);
  });

  test('and values of the config: those that it allows', async () => {
    const checks = ["name IN ('early', 'late')"];
    expect(await fieldOf(checks, { name: 'name', enum: ['late'] } as never)).toBe(
      'Literal["late"]',
    );
    await expect(run(checks, [{ name: 'name', enum: ['noon'] }])).rejects.toThrow(
      /noon is not a value of the column: shop\/models\.py:\d+ has the check "name IN/,
    );
  });

  test('of which the values are known is in responses, too', async () => {
    const body = await run(["name IN ('early', 'late')", 'weekday > 0'], ['name', 'weekday']);
    expect(body).toMatch(
      /class ShiftResource\([^]*    weekday: int$[^]*    name: Stored\[Literal\["early", "late"\]\]$/m,
    );
  });
});

test('the function that makes rows for tests takes a number', async () => {
  mkdirSync(join(project, 'shop'), { recursive: true });
  const source =
    'def make_shift(number: int): ...\nasync def later(number: int): ...\ndef none(): ...\n';
  writeFileSync(join(project, 'shop/testing.py'), source);
  const named = (name: string) =>
    run([], ['name'], { generate_tests: true, test_row_fn: `shop.testing.${name}` });
  await named('make_shift');
  const conftest = readFileSync(join(project, '_generated/shop/tests/conftest.py'), 'utf8');
  expect(conftest).toContain('makers: Makers = {Shift: make_shift}');
  await expect(named('later')).rejects.toThrow('it is async, expected a function that is not');
  await expect(named('none')).rejects.toThrow(
    /it takes \(\), expected one argument, a number.*\[wrong-signature\]/,
  );
  await expect(named('makeShift')).rejects.toThrow("Did you mean 'make_shift'?");
});
