local text(name) = { name: name, type: 'txt' };
{
  article: [
    { name: 'id', type: 'uuid' },
    text('title'),
  ],
}
