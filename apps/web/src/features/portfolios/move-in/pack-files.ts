/** A file as the server takes it: base64 of its gzip. */
interface PackedFile {
  readonly name: string;
  readonly data: string;
}

const bytesPerMiB = 1024 * 1024;

/** The limits of the server in MiB: of a request, and of what a browser should hold in memory. */
const [maxPackedMiB, maxFileMiB] = [24, 256];

/** Characters of the name of a file. */
const maxName = 200;

/** Bytes that are encoded together; a multiple of 3, so that padding comes at the end only. */
const chunkBytes = 24 * 1024;

/** A file that cannot be sent; the message says why. */
export class UnsendableFile extends Error {
  override readonly name = 'UnsendableFile';
}

/**
 * Packs files for their way to the server: 29 MB of XML become 3 MB.
 * @throws UnsendableFile
 */
export async function packFiles(files: readonly File[]): Promise<PackedFile[]> {
  const packed: PackedFile[] = [];
  for (const file of files) {
    packed.push({ name: file.name.slice(0, maxName), data: encode(await pack(await read(file))) });
  }
  const size = packed.reduce((sum, { data }) => sum + data.length, 0);
  if (size > maxPackedMiB * bytesPerMiB) {
    const mebibytes = Math.ceil(size / bytesPerMiB).toLocaleString('en-US');
    throw new UnsendableFile(`These files have ${mebibytes} MiB packed, the maximum is ${maxPackedMiB}`);
  }
  return packed;
}

async function read(file: File): Promise<Uint8Array<ArrayBuffer>> {
  if (file.size > maxFileMiB * bytesPerMiB) {
    throw new UnsendableFile(`${file.name} is larger than ${maxFileMiB} MiB`);
  }
  if (file.size === 0) throw new UnsendableFile(`${file.name} is empty`);
  try {
    return new Uint8Array(await file.arrayBuffer());
  } catch (cause) {
    throw new UnsendableFile(`The browser could not read ${file.name}`, { cause });
  }
}

async function pack(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const isPacked = bytes[0] === 0x1f && bytes[1] === 0x8b;
  const { body } = new Response(bytes);
  if (isPacked || !body) return bytes;
  const stream = body.pipeThrough(new CompressionStream('gzip'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

function encode(bytes: Uint8Array): string {
  let text = '';
  for (let offset = 0; offset < bytes.length; offset += chunkBytes) {
    text += btoa(String.fromCharCode(...bytes.subarray(offset, offset + chunkBytes)));
  }
  return text;
}
