/** The least versions that the generated API runs with: `tools/versions` holds them to its table. */
export const leastPython = '3.11';

/** Of the packages that every generated API needs, by their names. */
export const leastPackages = {
  fastapi: '0.130',
  pydantic: '2.13',
  SQLAlchemy: '2.1',
  asyncpg: '0.30',
} as const;
