/**
 * The one list of what Rowhouse works with. `npm run docs` writes `docs/versions.md` from it, and
 * `versions.test.ts` holds every file to it that names a version.
 */

/** What is there already where Rowhouse runs: the least version, and the greatest where one is known to end it. */
export const platforms = {
  node: { name: 'Node.js', least: '20.19', neededBy: 'the commands `codegen` and `schema`' },
  nx: { name: 'Nx', least: '22.7', greatest: '24', neededBy: '`@rowhouse/nx`' },
  python: { name: 'Python', least: '3.11', newestTested: '3.13', neededBy: 'the generated API' },
  postgresql: {
    name: 'PostgreSQL',
    least: '15',
    greatest: '18',
    neededBy: 'the generated API, migrations',
  },
} as const;

/** A Python package of a generated project. */
export interface PythonPackage {
  /** As `pip install` takes it. */
  readonly name: string;
  readonly least: string;
  readonly neededBy: string;
}

/** The Python packages of a generated project. */
export const pythonPackages: readonly PythonPackage[] = [
  { name: 'fastapi', least: '0.130', neededBy: 'the generated API' },
  { name: 'pydantic', least: '2.13', neededBy: 'the generated API' },
  { name: 'SQLAlchemy[asyncio]', least: '2.1', neededBy: 'the generated API' },
  { name: 'asyncpg', least: '0.30', neededBy: 'the generated API' },
  { name: 'PyJWT', least: '2.15', neededBy: '`auth` with tokens' },
  { name: 'python-multipart', least: '0.0.20', neededBy: '`auth` with a login route' },
  { name: 'email-validator', least: '2.2', neededBy: 'fields of type `email`' },
  { name: 'uvicorn', least: '0.34', neededBy: 'serving the API; any ASGI server works' },
  { name: 'anyio', least: '4.9', neededBy: 'the generated tests' },
  { name: 'httpx2', least: '2.0', neededBy: 'the generated tests' },
  { name: 'pytest', least: '8.4', neededBy: 'the generated tests' },
];
