import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl';
import { endsTooEarly, forbiddenContent, MoveInError, tooLarge } from '../move-in-error.ts';

/** An export has a handful of entries. */
const maxEntries = 1_000;

const bytesPerMiB = 1024 * 1024;

/**
 * Unpacks the first entry with one of these names.
 * @returns null if the archive has none
 * @throws MoveInError if the archive is damaged, hostile, or too large unpacked
 */
export async function unzipEntry(
  bytes: Uint8Array,
  names: readonly string[],
  maxBytes: number,
): Promise<{ readonly name: string; readonly bytes: Buffer } | null> {
  const archive = await openArchive(bytes);
  try {
    let count = 0;
    for await (const entry of archive.eachEntry()) {
      count += 1;
      if (count > maxEntries) throw forbiddenContent();
      if (names.includes(entry.fileName)) {
        return { name: entry.fileName, bytes: await unpack(archive, entry, maxBytes) };
      }
    }
    return null;
  } catch (error) {
    // The library rejects names that lead out of a folder, sizes that do not fit, and entries with a password.
    throw error instanceof MoveInError ? error : forbiddenContent();
  } finally {
    archive.close();
  }
}

async function openArchive(bytes: Uint8Array): Promise<ZipFile> {
  try {
    // The directory stands at the end of an archive: without it, the end is missing.
    return await fromBufferPromise(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  } catch {
    throw endsTooEarly();
  }
}

async function unpack(archive: ZipFile, entry: Entry, maxBytes: number): Promise<Buffer> {
  const { uncompressedSize } = entry;
  if (uncompressedSize > maxBytes) throw tooLarge(uncompressedSize, maxBytes);
  const chunks: Buffer[] = [];
  let size = 0;
  const stream = await archive.openReadStreamPromise(entry);
  for await (const chunk of stream) {
    size += chunk.length;
    // A header may lie about the size.
    if (size > maxBytes) throw tooLarge(maxBytes + bytesPerMiB, maxBytes);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, size);
}
