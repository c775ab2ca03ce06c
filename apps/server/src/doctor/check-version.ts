import packageJson from '../../package.json' with { type: 'json' };
import type { Env } from '../env.ts';
import { findNewerVersion, UpdateCheckError } from '../updates/newest-version.ts';
import { type Finding, ok, problem } from './finding.ts';

/** Asks for the newest version if `UPDATE_CHECK` names an address. */
export async function checkVersion({ UPDATE_CHECK: url }: Env): Promise<Finding> {
  const { version } = packageJson;
  if (url === null) return ok('version', version);
  try {
    const newer = await findNewerVersion(url, version);
    return ok('version', newer === null ? `${version}, the newest` : `${version}; ${newer} is available`);
  } catch (error) {
    if (!(error instanceof UpdateCheckError)) throw error;
    return problem('version', `${url} names no newest version (${error.message}): correct UPDATE_CHECK`);
  }
}
