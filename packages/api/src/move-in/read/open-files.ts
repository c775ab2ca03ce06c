import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { assertTotalSize, endsTooEarly, MoveInError, tooLarge } from '../move-in-error.ts';
import type { StartMoveInput } from '../start-input.ts';
import type { MoveInFile } from './move-in-file.ts';
import { openPortfolioPerformance } from './portfolio-performance/read-file.ts';
import { recogniseFiles } from './read-files.ts';
import type { ReadOptions } from './read-options.ts';

const unpack = promisify(gunzip);

const bytesPerMiB = 1024 * 1024;

const base64 = /^[A-Za-z0-9+/]*={0,2}$/;

/**
 * Decodes the files of a request, rejects what their content and size show, and decrypts those with a password.
 * @returns the files, and the digest by which the same ones are recognised
 * @throws MoveInError
 */
export async function openFiles(
  sent: StartMoveInput['files'],
  options: ReadOptions,
): Promise<{ readonly opened: readonly MoveInFile[]; readonly digest: string }> {
  const { fileBytes } = options.limits;
  const files: MoveInFile[] = [];
  for (const { name, data } of sent) {
    files.push({ name, bytes: await decode(data, fileBytes) });
    assertTotalSize(
      files.map(({ bytes }) => bytes.length),
      fileBytes,
    );
  }
  recogniseFiles(files, fileBytes);
  const digests = files.map(({ bytes }) => hash('sha256', bytes, 'hex')).sort();
  const opened = await Promise.all(files.map((file) => openPortfolioPerformance(file, options)));
  return { opened, digest: hash('sha256', digests.join(' '), 'hex') };
}

async function decode(data: string, maxBytes: number): Promise<Uint8Array> {
  if (!base64.test(data)) throw new MoveInError('data must be base64 of the file, or of its gzip');
  const bytes = Buffer.from(data, 'base64');
  const isPacked = bytes[0] === 0x1f && bytes[1] === 0x8b;
  if (!isPacked) return bytes;
  try {
    return await unpack(bytes, { maxOutputLength: maxBytes });
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE') {
      throw tooLarge(maxBytes + bytesPerMiB, maxBytes);
    }
    throw endsTooEarly();
  }
}
