import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { restore } from '@stockbook/db';
import { readEnv } from '../env.ts';
import { explainFailure } from './explain-failure.ts';
import { withPostgres } from './with-database.ts';

const chunkSize = 256 * 1024;

/** Restores a backup into an empty database. */
export async function restoreBackup(file: string, { keepTokens }: { keepTokens: boolean }): Promise<string> {
  const { made_at, endedSessions, revokedTokens } = await withPostgres(readEnv(), (url) =>
    pipeline(createReadStream(file, { highWaterMark: chunkSize }), createGunzip({ chunkSize }), (script) =>
      restore(url, script, { keepTokens }),
    ).catch((error) => {
      throw explainFailure(error, file);
    }),
  );
  const tokens = keepTokens
    ? 'Sign-ins and personal access tokens are valid as they were then.'
    : `Sign-ins ended: ${endedSessions}. Personal access tokens revoked: ${revokedTokens}.`;
  return `everything is as it was on ${made_at}. ${tokens}`;
}
