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
export async function readPortfolioPerformance(
  bytes: Uint8Array,
  options: ReadOptions,
): Promise<NeutralBook> {
  return neutralBook(await readClient(bytes, options), options.today);
}

async function readClient(bytes: Uint8Array, { password, limits }: ReadOptions): Promise<PpClient> {
  if (startsWith(bytes, encryptedSignature)) {
    const { zip, isBinary } = await decrypt(bytes, password);
    const entry = await unzipDecrypted(zip, limits.fileBytes);
    return isBinary ? readBinary(entry, limits) : readXmlClient(entry, limits);
  }
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
