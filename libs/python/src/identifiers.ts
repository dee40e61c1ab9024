import { isKeyword } from './keywords.js';

/** Whether a text can be a name in Python: ASCII letters, digits and underscores, and no keyword. */
export function isIdentifier(text: string): boolean {
  return /^[A-Za-z_][A-Za-z0-9_]*$/.test(text) && !isKeyword(text);
}

/** `BlogPost` and `HTTPRoute` to `blog_post` and `http_route`. */
export function snakeCase(name: string): string {
  return name
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1_$2')
    .replace(/([a-z\d])([A-Z])/g, '$1_$2')
    .toLowerCase();
}

/** `publish_all` to `PublishAll`; what is already in capitals stays. */
export function pascalCase(name: string): string {
  return name
    .split('_')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');
}
