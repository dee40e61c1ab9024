import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

const fastapi = resolve(import.meta.dirname, '../../../libs/fastapi');

const models = `import uuid

from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column


class Base(DeclarativeBase):
    pass


class Post(Base):
    __tablename__ = "posts"

    id: Mapped[uuid.UUID] = mapped_column(primary_key=True)
    title: Mapped[str]
`;

/**
 * Writes a workspace whose projects have each a config, models, an import of their own and one that all
 * share.
 *
 * @returns the configs, relative to the root.
 */
export function writeProjects(root: string, count: number): string[] {
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  write('package.json', JSON.stringify({ devDependencies: { '@rowhouse/fastapi': '*' } }));
  write('package-lock.json', '{}');
  write('.gitignore', 'node_modules\n_generated/\n');
  write('node_modules/@rowhouse/nx/package.json', '{ "name": "@rowhouse/nx" }');
  // The real one: it reads the models.
  symlinkSync(fastapi, join(root, 'node_modules/@rowhouse/fastapi'));
  write('shared/fields.libsonnet', `[{ name: 'id', type: 'uuid' }]`);
  const resource = `{ model: 'models.Post', operations: [{ name: 'get', fields: shared + own }] },\n`;
  return Array.from({ length: count }, (_, index) => {
    const folder = `apps/p${index}`;
    write(`${folder}/project.json`, JSON.stringify({ name: `p${index}` }));
    write(`${folder}/own.libsonnet`, `[{ name: 'title', type: 'str' }]`);
    write(`${folder}/models.py`, models);
    write(
      `${folder}/codegen.config.jsonnet`,
      `local shared = import '../../shared/fields.libsonnet';\nlocal own = import 'own.libsonnet';\n` +
        `{ version: '1', module: 'blog', resources: [\n${resource.repeat(20)}] }\n`,
    );
    return `${folder}/codegen.config.jsonnet`;
  });
}
