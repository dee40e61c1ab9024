/** Where Nx installs itself and its plugins in a workspace that has no `package.json`. */
export const NX_INSTALLATION = '.nx/installation';
