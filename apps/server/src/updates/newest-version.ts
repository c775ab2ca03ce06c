import { z } from 'zod';

const timeoutMs = 10_000;

const versionForm = /^v?(\d+\.\d+\.\d+)$/;
const version = z.string().regex(versionForm);

/** The newest release: GitHub, GitLab, Gitea and Forgejo have `tag_name`, the npm registry has `version`. */
const release = z.union([
  z.object({ tag_name: version }).transform(({ tag_name }) => tag_name),
  z.object({ version }).transform((manifest) => manifest.version),
]);

/** The address in `UPDATE_CHECK` did not name a version. The message says why. */
export class UpdateCheckError extends Error {
  override readonly name = 'UpdateCheckError';
}

/**
 * Asks for the newest version, and sends nothing but this one's.
 * @param url the address in `UPDATE_CHECK`
 * @returns the newest version; null if `current` is not older
 * @throws UpdateCheckError
 */
export async function findNewerVersion(url: string, current: string): Promise<string | null> {
  const parsed = release.safeParse(await readJson(url, current));
  if (!parsed.success) throw new UpdateCheckError('its answer has no tag_name or version like 1.2.3');
  const newest = parsed.data.replace(versionForm, '$1');
  return newest.localeCompare(current, 'en', { numeric: true }) > 0 ? newest : null;
}

async function readJson(url: string, current: string): Promise<unknown> {
  try {
    const response = await fetch(url, {
      headers: { accept: 'application/json', 'user-agent': `stockbook/${current}` },
      signal: AbortSignal.timeout(timeoutMs),
    });
    if (response.ok) return await response.json();
    await response.body?.cancel();
    throw new UpdateCheckError(`status ${response.status}`);
  } catch (error) {
    if (error instanceof UpdateCheckError) throw error;
    if (error instanceof SyntaxError) throw new UpdateCheckError('its answer is no JSON', { cause: error });
    throw new UpdateCheckError('no answer', { cause: error });
  }
}
