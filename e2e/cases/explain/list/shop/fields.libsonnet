{
  text: { name: 'text', alias: 'note', min_length: 1 },
}
