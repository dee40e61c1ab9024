// Nothing is imported here: every start of the tool reads these lists, and most need no reader.

/** The keys of `auth` that name functions of the project. */
export const authFunctions = [
  'verify_credentials_fn',
  'get_current_user_fn',
  'test_user_fn',
] as const;

/** The keys of a config that name functions, and other members of the project's modules. */
export const memberKeys = [
  'class',
  'fn',
  'before',
  'after',
  'handler',
  'routers',
  'router',
  'where_fn',
  'test_row_fn',
  ...authFunctions,
] as const;
