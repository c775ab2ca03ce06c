import type { NeutralBook } from '../../form.ts';
import type { ReadLimits } from '../../limits.ts';
import { MoveInError, unknownFile, wrongPassword } from '../../move-in-error.ts';
import type { ReadOptions } from '../read-options.ts';
import { unzipEntry } from '../unzip.ts';
import { signature } from './binary/message.ts';
import { readBinaryClient } from './binary/read-client.ts';
import type { PpClient } from './client.ts';
import { decrypt, encryptedSignature } from './decrypt.ts';
import { neutralBook } from './neutral-book.ts';
import { readXmlClient } from './xml/read-client.ts';

/**
 * Reads a file of Portfolio Performance in any of its forms.
 * @throws MoveInError
 */
export async function readPortfolioPerformance(file: PpFile, options: ReadOptions): Promise<NeutralBook> {
  const opened = await openPortfolioPerformance(file, options);
  return neutralBook(await readClient(opened, options), options.today);
}

/** A file, or the content of one whose password was right. */
interface PpFile {
  readonly bytes: Uint8Array;
  readonly decrypted?: 'xml' | 'binary';
}

/**
 * Decrypts a file with a password; others stay as they are.
 * @throws MoveInError
 */
export async function openPortfolioPerformance<File extends PpFile>(
  file: File,
  { password, limits }: Pick<ReadOptions, 'password' | 'limits'>,
): Promise<File> {
  if (file.decrypted || !startsWith(file.bytes, encryptedSignature)) return file;
  const { zip, isBinary } = await decrypt(file.bytes, password);
  const bytes = await unzipDecrypted(zip, limits.fileBytes);
  return { ...file, bytes, decrypted: isBinary ? 'binary' : 'xml' };
}

async function readClient({ bytes, decrypted }: PpFile, { limits }: ReadOptions): Promise<PpClient> {
  if (decrypted === 'binary') return readBinary(bytes, limits);
  if (decrypted === 'xml') return readXmlClient(bytes, limits);
  if (!startsWith(bytes, 'PK')) return readXmlClient(bytes, limits);
  const entry = await unzipEntry(bytes, ['data.portfolio', 'data.xml'], limits.fileBytes);
  if (!entry) throw unknownFile();
  return entry.name === 'data.xml' ? readXmlClient(entry.bytes, limits) : readBinary(entry.bytes, limits);
}

/** Damage behind a password has the same sentence as a wrong one. */
async function unzipDecrypted(zip: Buffer, maxBytes: number): Promise<Buffer> {
  try {
    const entry = await unzipEntry(zip, ['data'], maxBytes);
    if (entry) return entry.bytes;
  } catch (error) {
    if (error instanceof MoveInError && error.isTooLarge) throw error;
  }
  throw wrongPassword();
}

function readBinary(bytes: Uint8Array, limits: ReadLimits): PpClient {
  if (!startsWith(bytes, signature)) throw unknownFile();
  return readBinaryClient(bytes.subarray(signature.length), limits);
}

function startsWith(bytes: Uint8Array, text: string): boolean {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    .subarray(0, text.length)
    .equals(Buffer.from(text));
}
