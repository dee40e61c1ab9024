import { credentialsOf } from '../config/auth.js';
import type { App, Project } from '../config/project.js';
import { operation } from '../operation.js';
import { packageFile } from '../packages.js';

/** The folders of an app that hold modules, and what their `__init__.py` says. */
const folders: Readonly<Record<string, string>> = {
  schemas: 'Request and response bodies.',
  serializers: 'Converts model instances to response bodies.',
  tests: "Tests of the app's routes.",
};

/** The `__init__.py` files of an app's packages. */
export const appPackages = operation({
  name: 'app_packages',
  scope: 'app',
  activation: 'always',
  stage: 'after-children',
  *build({ project, app, outputs }) {
    const made = ['schema', 'section', 'route', 'test'].flatMap((kind) => outputs.below(kind));
    if (made.length > 0 && !isOwnPackage(project, app)) {
      yield packageFile(app.module, `The app \`${app.module}\`.`);
    }
    for (const [name, about] of Object.entries(folders)) {
      const folder = `${app.module}/${name}`;
      const isUsed = made.some(({ file }) => file.startsWith(`${folder}/`));
      if (isUsed) yield packageFile(folder, about);
    }
  },
});

/** Without a prefix, the app's folder may be a package of the user's, whose `__init__.py` is not ours. */
function isOwnPackage(project: Project, app: App): boolean {
  if (project.packagePrefix !== '') return false;
  const paths = [
    ...project.apps.flatMap((each) => [
      ...each.resources.map(({ model }) => model),
      ...each.routers.map(({ router }) => router),
    ]),
    ...project.auths.flatMap((auth) =>
      auth.type === 'jwks' ? [] : [credentialsOf(auth)?.fn, auth.get_current_user_fn],
    ),
  ];
  return paths.some((path) => path?.startsWith(`${app.module}.`));
}
