import { Option } from 'commander';

/** An option that can be given several times. */
export function repeatedOption(flags: string, description: string): Option {
  return new Option(flags, `${description} (repeatable)`).argParser(repeated).default([], 'none');
}

/** `--rename`, of the commands that would take a renamed object for another. */
export function renameOption(): Option {
  return repeatedOption(
    '-r, --rename <old=new>',
    'rename something and keep its contents, e.g. blog.articles=posts',
  );
}

function repeated(value: string, before: readonly string[]): readonly string[] {
  return [...before, value];
}
