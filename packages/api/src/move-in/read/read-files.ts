import type { NeutralBook } from '../form.ts';
import { assertTotalSize, doNotBelongTogether, unknownFile } from '../move-in-error.ts';
import { readGhostfolio } from './ghostfolio/read-file.ts';
import { readPortfolioPerformance } from './portfolio-performance/read-file.ts';
import type { ReadOptions } from './read-options.ts';

/** A file as it was chosen. Its name decides nothing. */
export interface MoveInFile {
  readonly name: string;
  readonly bytes: Uint8Array;
  /** The content of a file whose password was right: it has lost what tells its format. */
  readonly decrypted?: 'xml' | 'binary';
}

/**
 * Reads the files of one move, whatever program they are from.
 * @throws MoveInError
 */
export async function readFiles(files: readonly MoveInFile[], options: ReadOptions): Promise<NeutralBook> {
  const format = recogniseFiles(files, options.limits.fileBytes);
  const [file] = files;
  if (!file) throw unknownFile();
  return format === 'ghostfolio'
    ? readGhostfolio(file.bytes, options)
    : readPortfolioPerformance(file, options);
}

/**
 * Rejects what the beginnings and the sizes of files show.
 * @throws MoveInError
 */
export function recogniseFiles(files: readonly MoveInFile[], maxBytes: number): Format {
  assertTotalSize(
    files.map(({ bytes }) => bytes.length),
    maxBytes,
  );
  const formats = files.map(({ bytes, decrypted }) =>
    decrypted ? 'portfolio-performance' : formatOf(bytes),
  );
  const [format] = formats;
  if (format === undefined || formats.includes('unknown')) throw unknownFile();
  // Both programs write a whole book into one file.
  if (files.length > 1) throw doNotBelongTogether();
  return format;
}

type Format = 'portfolio-performance' | 'ghostfolio' | 'unknown';

/** Bytes in which the beginning of a text is looked for. */
const startBytes = 1024;

function formatOf(bytes: Uint8Array): Format {
  const start = Buffer.from(bytes.subarray(0, startBytes)).toString('latin1');
  if (start.startsWith('PORTFOLIO') || start.startsWith('PK\x03\x04')) return 'portfolio-performance';
  // A text may begin with a byte order mark and blanks.
  const [first = ''] = /[^\sï»¿]/.exec(start) ?? [];
  if (first === '<') return 'portfolio-performance';
  return first === '{' ? 'ghostfolio' : 'unknown';
}
