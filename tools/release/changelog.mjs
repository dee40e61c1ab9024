const UNRELEASED = '## Unreleased\n';

/**
 * The changelog of a release: what stands under `Unreleased` gets the version and the day, and an empty
 * `Unreleased` goes above it.
 *
 * @param {string} text
 * @param {string} version
 * @param {Date} day
 */
export function released(text, version, day) {
  const [before, after, ...more] = text.split(UNRELEASED);
  if (after === undefined || more.length > 0) {
    throw new Error(`CHANGELOG.md: expected one heading '${UNRELEASED.trim()}'.`);
  }
  if (after.split('\n## ')[0].trim() === '') {
    throw new Error(
      `CHANGELOG.md: found nothing under '${UNRELEASED.trim()}', expected what users notice of ${version}. ` +
        `Write it, take the versions back with 'git checkout .', and release again.`,
    );
  }
  return `${before}${UNRELEASED}\n## ${version} (${day.toISOString().slice(0, 10)})\n${after}`;
}
