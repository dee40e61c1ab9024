import { logger, parseJson, type Tree } from '../../devkit.js';

const FILE = '.vscode/settings.json';
const KEY = 'jsonnet.languageServer.jpath';

/**
 * Tells the Jsonnet extension of VS Code where `import 'stdlib/…'` leads: to `stdlib` beside the other packages of ours.
 * A settings file that is there may have comments and an order of its own: it is left as it is, and the line printed.
 */
export function addLibraryPath(tree: Tree, installation: string): void {
  const settings = { [KEY]: [`${installation}/@rowhouse`] };
  const text = tree.read(FILE, 'utf8');
  if (text === null) tree.write(FILE, `${JSON.stringify(settings, undefined, 2)}\n`);
  else if (!has(text)) {
    const line = JSON.stringify(settings).slice(1, -1);
    logger.info(`${FILE}: for imports of 'stdlib/…' in the Jsonnet extension, add ${line}`);
  }
}

function has(text: string): boolean {
  try {
    return KEY in parseJson<object>(text, { allowTrailingComma: true, disallowComments: false });
  } catch {
    return text.includes(KEY);
  }
}
