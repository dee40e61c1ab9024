/** What stands for a relation that is told of already, so that the schema finds nothing that follows from it. */
export const unknownSource = {
  of: 'unknown.Model',
  via: {},
  many: true,
  through: undefined,
  access: 'open',
};
