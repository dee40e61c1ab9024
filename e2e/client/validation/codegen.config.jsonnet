// A field of each type, with each constraint.
local text(name, limits) = { name: name, type: 'str', required: false } + limits;

{
  version: '1',
  module: 'shop',
  models: false,
  client: { validation: 'zod' },
  resources: [{
    model: 'shop.models.Thing',
    operations: [{
      name: 'create',
      fields: [
        text('title', { min_length: 2, max_length: 4 }),
        text('slug', { pattern: '^[a-z0-9]+(?:-[a-z0-9]+)*$' }),
        text('word', { pattern: '^\\w+/\\d\\.[^\\s]$' }),
        text('line', { pattern: '^.+$' }),
        text('whole_word', { pattern: '\\bloom\\b' }),
        text('state', { enum: ['new', "it's"] }),
        text('note', { nullable: true }),
      ] + [
        { name: 'a_' + type, type: type, required: false }
        for type in ['uuid', 'email', 'int', 'float', 'bool', 'datetime', 'date', 'time', 'timedelta', 'json', 'bytes', 'inet']
      ] + [
        { name: 'count', type: 'int', ge: 1, le: 10, required: false },
        { name: 'share', type: 'float', gt: 0, lt: 1, required: false },
        { name: 'level', type: 'int', enum: [1, 2], required: false },
        { name: 'amount', type: 'decimal', ge: 0, lt: 1000, max_digits: 5, decimal_places: 2, required: false },
        { name: 'decimal', type: 'decimal', required: false },
        { name: 'tags', type: 'list[str]', min_length: 1, max_length: 2, required: false },
        { name: 'dates', type: 'list[date]', required: false },
        { name: 'period', type: 'range[date]', required: false },
        { name: 'prices', type: 'range[decimal]', required: false },
        { name: 'must', type: 'bool' },
      ],
    }],
  }],
}
