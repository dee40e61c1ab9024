import fc from 'fast-check';

import { expect } from 'vitest';

import { checkDialect, isKeyword, wrap } from '../src/index.js';
import { findings, format } from './ruff.js';

/**
 * The statements that a generator writes: `$n` is a name, `$N` that of a class, `$s` the text of a string.
 * One that ends in a colon gets a body. All stand inside of a class or a function.
 */
const shapes = `
@router.$n("/{$n}", operation_id="$s", responses=error_responses(401, 404))\\ndef f() -> None:
@$n.$n(response_model=$N(), status_code=201)\\ndef f() -> None:
async def $n($n: $N) -> $N:
async def $n($n: uuid.UUID, body: $N, db: Db) -> $N:
def $n(self, *, $n: $N | None = None, **$n: Any) -> dict[str, $N]:
def $n() -> $N[$N]:
def $n() -> $N:
def $n($n: int) -> AsyncGenerator[$N, $N]:
def $n($n: int) -> $N | $N | None:
def $n($n: Annotated[$N, Depends($n)], other: $N | None = None) -> None:
def $n($n: $N | $N | None = None, x: int = 3) -> None:
def $n($n: $N,) -> $N:
class $N($N, Generic[$N]):
from $n.$n import $N, $N
from $n.$n import $N as $N
$n($n($n, $n), $n=$N($n=$n))
$n.$n.$n($n, "text", $n=None)
$n.$n.$n()
await $n($n, $n=$n)
$n = $n($n, $n)
$n = await $n(db, $n, parameters={"$n": pk})
$n = await $n.$n($n, $n.model_dump())
$n = $n($N.$n($n), [$n, $n])
$n = $n
$n = $n.$n.$n
$n = $n["$n"]
$n = "$s"
$n = $n.$N()
response.$n["$n"] = location(request, $n.$n)
response.$n["$n"] = $n
$n, $n = $n($n, $n)
$n = $n.$n + $n($n) * $n
$n = $n.$n == $n($n)
$n = $n.$n if $n is not None else $n($n)
$n = [$n($n) for row in $n if row.$n is not None]
$n = {$n: $n for key, value in $n.items() if value}
$n = {$n: $n if $n else $n for key, value in $n.items()}
_SELECT = select($N).where($N.$n == bindparam("pk"))
_DELETE = delete($N).where($N.$n == bindparam("pk")).returning($N.$n)
_DELETE = delete($N).where($N.$n == bindparam("pk"),).returning($N.$n,)
$n = db.$n($N).where($n).order_by($N.$n)
$n = (await db.scalars(select($N).where($N.$n == $n))).all()
return await $n(db, select($N).where($N.$n == $n).order_by($N.$n))
$n: Annotated[str, Field(min_length=1, alias="$n")]
$n: Annotated[$N | None, Field(max_length=200)] = UNSET
$n: Annotated[$N, Field(ge=1)] = Field(default_factory=$n, alias="$n")
$n: Annotated[list[$N], Field(default_factory=lambda: [$n, "$s"])]
$n: Annotated[$N, Field(default_factory=lambda: $n.$n($n=1), alias="$s")]
$n: $N
$n: $N = $N.$n
$n: $N = Field(default=$N.$n, alias="$n")
$n: $N | $N | None = None
$n: $N | $N | None
$n: $N | None = Field(default=None, alias="$n")
$n: dict[str, list[$N]] = Field(default_factory=dict)
$n: Literal["$n", "$n", "$n"] = UNSET
$n: Literal["$n", "$n"]
return $N(items=[$n(row) for row in page.rows], next_cursor=page.$n)
return $N.$n($n)
return await $n($n, $n.$n)
return $n and not $n($n) or $n
return $n > $n if $n is $n else $n < $n
assert $n.json() == $n.model_dump(mode="json", by_alias=True)
assert response.json()["$n"] == [$n.$n(mode="json", by_alias=True)]
assert $n.json() == {"detail": "$s"}
assert $n.$n == 200
assert not $n.$n
assert $n($n) in $n
if $n is None and $n.$n($n):
if not $n($n, $n):
for $n, $n in $n($n, strict=True):
for $n in $n.$n:
async with $n(transport=$n(app), base_url="$n") as $n:
with $n.$n($n):
raise $N($n, "$s") from $n
$n = {"$n": $n, "$n": [$n, 1], **$n}
$n = frozenset({$n.$n, $n.$n})
$n = ($n, $n)
$n = ($n($n),)
$n = $n($n, $n,)
$n($n, [$n,], $n=$n)
$n: Annotated[$N, Field(),] = $n
$n = select($N).where($N.$n == $n,)
$n = $n(\\n        $n, $n\\n    )
$n = $n($n, $n)  # $s
$n = await client.get(f"{$n}/{$n.$n}", json=$n)
$n(*$n, **$n.$n($n))
$n = any($n(row) for row in $n if $n)
$n = $n[$n.$n : $n + 1]
$n = ($n + $n) * $n($n)
`
  .trim()
  .split('\n')
  .map((line) => line.replaceAll('\\n', '\n'));

/** A name of 1 to 63 characters, the usual short ones more often. */
const name = fc
  .oneof(fc.stringMatching(/^[a-z]{1,12}$/), fc.stringMatching(/^[a-z][a-z_]{0,61}[a-z]$/))
  .map((each) => (isKeyword(each) ? `${each}x` : each));

const className = name
  .map((each) => each[0]!.toUpperCase() + each.slice(1))
  .map((each) => (isKeyword(each) ? `${each}x` : each));

const words = fc
  .array(fc.stringMatching(/^[a-z]{1,14}$/), { minLength: 1, maxLength: 6 })
  .map((all) => all.join(' '));

/** A function whose body is statements of random shapes. */
const statements = fc
  .array(
    fc.tuple(fc.constantFrom(...shapes), fc.infiniteStream(fc.tuple(name, className, words))),
    {
      minLength: 1,
      maxLength: 12,
    },
  )
  .map((all) => `async def f():\n${all.map(([shape, fills]) => filled(shape, fills)).join('')}`);

function filled(shape: string, fills: Iterator<[string, string, string]>): string {
  const text = shape.replace(/\$[nNs]/g, (hole) => {
    const [name, className, words] = fills.next().value as [string, string, string];
    return hole === '$n' ? name : hole === '$N' ? className : words;
  });
  const isMember = /^(?:@|def|class|async def)/.test(text);
  const body = text.endsWith(':') ? '\n        pass' : '';
  const indented = text.startsWith('@') ? text.replace('\n', '\n    ') : text;
  return `${isMember ? '\n' : ''}    ${indented}${body}\n${isMember ? '\n' : ''}`;
}

/** Checks that `wrap` lays out random statements as ruff's formatter does, and that its linter is content. */
export function checkStatements(numRuns: number): void {
  fc.assert(
    fc.property(statements, (text) => {
      expect(checkDialect(text)).toEqual([]);
      // Blank lines are the template's own.
      const wrapped = withoutBlankLines(wrap(text));
      expect(withoutSuppressions(wrapped)).toBe(withoutBlankLines(format(text)));
      expect(wrap(wrapped)).toBe(wrapped);
      expect(findings(wrapped, /^(?:E501|RUF100)/)).toEqual([]);
    }),
    { numRuns, seed: 1 },
  );
}

function withoutBlankLines(text: string): string {
  return text.replace(/\n\n+/g, '\n');
}

function withoutSuppressions(text: string): string {
  return text.replace(/ {2}# noqa: E501$/gm, '');
}
