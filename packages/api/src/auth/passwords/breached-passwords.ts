import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';

const hashLength = 40;
/** More than the longest line: hash, colon, count, line break. */
const chunkBytes = 128;

/** The first line that begins at or after `position`: its hash in upper case, and where it begins. Null at the end. */
async function lineAfter(
  file: FileHandle,
  position: number,
): Promise<{ hash: string; start: number } | null> {
  // A line begins after a line break, which may be the byte before `position`.
  const from = Math.max(0, position - 1);
  const { buffer, bytesRead } = await file.read(Buffer.alloc(chunkBytes), 0, chunkBytes, from);
  const text = buffer.toString('latin1', 0, bytesRead);
  const offset = position === 0 ? 0 : text.indexOf('\n') + 1;
  const hash = text.slice(offset, offset + hashLength).toUpperCase();
  const isLine = (position === 0 || offset > 0) && hash.length === hashLength;
  return isLine ? { hash, start: from + offset } : null;
}

/**
 * Whether the password is in a file of Have I Been Pwned: SHA-1 hashes in hex, each with `:count`, sorted. Searched in
 * halves on the disk, because the file has 40 GB; nothing leaves the machine.
 */
export async function isBreached(path: string, password: string): Promise<boolean> {
  const wanted = createHash('sha1').update(password).digest('hex').toUpperCase();
  const file = await open(path);
  try {
    let low = 0;
    let { size: high } = await file.stat();
    while (low < high) {
      const middle = Math.floor((low + high) / 2);
      const line = await lineAfter(file, middle);
      if (line?.hash === wanted) return true;
      if (line && line.hash < wanted) low = line.start + 1;
      else high = middle;
    }
    return false;
  } finally {
    await file.close();
  }
}
