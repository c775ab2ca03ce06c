import type { NeutralBook } from '../form.ts';
import { assertAtMost, assertTotalSize, doNotBelongTogether, unknownFile } from '../move-in-error.ts';
import { readGhostfolio } from './ghostfolio/read-file.ts';
import type { MoveInFile } from './move-in-file.ts';
import { readPortfolioPerformance } from './portfolio-performance/read-file.ts';
import type { ReadOptions } from './read-options.ts';
import { isSharesightHeader, readSharesight } from './sharesight/read-files.ts';
import { readSure, sureEntry } from './sure/read-file.ts';
import { isBackup, readWealthfolio } from './wealthfolio/read-files.ts';
import { isYahooHeader, readYahoo } from './yahoo/read-files.ts';

/**
 * Reads the files of one move, whatever program they are from.
 * @throws MoveInError
 */
export async function readFiles(files: readonly MoveInFile[], options: ReadOptions): Promise<NeutralBook> {
  const book = await readBook(files, options);
  const { named } = options.limits;
  assertAtMost(book.accounts.length, named, 'accounts');
  assertAtMost(book.lists.length, named, 'lists');
  assertAtMost(book.groups.length, named, 'groups');
  return book;
}

async function readBook(files: readonly MoveInFile[], options: ReadOptions): Promise<NeutralBook> {
  const format = recogniseFiles(files, options.limits.fileBytes);
  const [file] = files;
  if (!file) throw unknownFile();
  switch (format) {
    case 'portfolio-performance':
      return readPortfolioPerformance(file, options);
    case 'ghostfolio':
      return readGhostfolio(file.bytes, options);
    case 'wealthfolio':
      return readWealthfolio(files, options);
    case 'sure':
      return readSure(file.bytes, options);
    case 'yahoo':
      return readYahoo(files, options);
    default:
      return readSharesight(files, options);
  }
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
  if (!format || formats.includes(null)) throw unknownFile();
  const isOneBook = !severalFiles.has(format);
  if (formats.some((each) => each !== format) || (isOneBook && files.length > 1)) throw doNotBelongTogether();
  return format;
}

type Format = 'portfolio-performance' | 'ghostfolio' | 'wealthfolio' | 'sure' | 'yahoo' | 'sharesight';

/** The others write a whole book into one file. */
const severalFiles: ReadonlySet<Format> = new Set(['wealthfolio', 'yahoo', 'sharesight']);

/** Bytes in which the beginning of a text is looked for, and those of the header of a table. */
const [startBytes, headerBytes] = [1024, 16 * 1024];

/** Null for what no known program writes. */
function formatOf(bytes: Uint8Array): Format | null {
  const start = Buffer.from(bytes.subarray(0, startBytes)).toString('latin1');
  if (start.startsWith('PORTFOLIO')) return 'portfolio-performance';
  if (start.startsWith('PK\x03\x04')) {
    return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes(sureEntry)
      ? 'sure'
      : 'portfolio-performance';
  }
  if (isBackup(start)) return 'wealthfolio';
  // A text may begin with a byte order mark and blanks.
  const [first = ''] = /[^\sï»¿]/.exec(start) ?? [];
  if (first === '<') return 'portfolio-performance';
  if (first === '{') return 'ghostfolio';
  if (first === '[') return 'wealthfolio';
  return formatOfTable(bytes);
}

function formatOfTable(bytes: Uint8Array): Format | null {
  const text = Buffer.from(bytes.subarray(0, headerBytes)).toString('utf8');
  const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/);
  for (const [index, line] of lines.entries()) {
    const names = line.split(',').map((name) => name.replaceAll('"', '').trim());
    if (isYahooHeader(names)) return 'yahoo';
    if (isSharesightHeader(names, lines.slice(0, index).join('\n'))) return 'sharesight';
  }
  return null;
}
