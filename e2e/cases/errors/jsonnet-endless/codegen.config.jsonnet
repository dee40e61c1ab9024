local more(number) = more(number + 1);
{ version: '1', module: 'blog', resources: more(0) }
