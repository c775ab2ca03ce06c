import { Failure } from '../failure.mjs';

/** Files with the program's version, apart from CHANGELOG.md and the manifests of the packages. */
export const versionedFiles = ['compose.yaml', 'deploy/kubernetes/kustomization.yaml', 'docs/operations.md'];

/**
 * Compares versions of the form 1.2.3.
 *
 * @param {string} left
 * @param {string} right
 * @returns a positive number if `left` is newer
 */
export function compareVersions(left, right) {
  const [a, b] = [left, right].map((version) => version.split('.').map(Number));
  for (const index of [0, 1, 2]) {
    const difference = (a?.[index] ?? 0) - (b?.[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

/**
 * The changelog with what is unreleased as the changes of a version.
 *
 * @param {string} changelog
 * @param {string} version
 * @param {string} date YYYY-MM-DD
 */
export function releaseChangelog(changelog, version, date) {
  const [, head, unreleased, rest] = changelog.match(/^(.*?\n## Unreleased\n)(.*?)(\n## \d.*)$/s) ?? [];
  if (head === undefined || unreleased === undefined || rest === undefined) {
    throw new Failure('CHANGELOG.md needs a heading "## Unreleased" before that of the last version.');
  }
  if (unreleased.trim() === '') throw new Failure('CHANGELOG.md has nothing under "## Unreleased".');
  return `${head}\n## ${version} (${date})\n${unreleased}${rest}`;
}

/**
 * A file with the tag of the image changed: other mentions of a version, for example in notes on upgrades, stay.
 *
 * @param {string} text
 * @param {string} current
 * @param {string} next
 */
export function replaceImageTag(text, current, next) {
  return text
    .replaceAll(`stockbook:${current}`, `stockbook:${next}`)
    .replaceAll(`newTag: ${current}`, `newTag: ${next}`);
}
