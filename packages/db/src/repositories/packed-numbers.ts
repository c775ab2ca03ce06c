/**
 * Numbers as little-endian bytes: the driver transfers a PostgreSQL array as text, which takes twenty times as long.
 */
export function toBytes({ buffer, byteOffset, byteLength }: Float64Array | Int32Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}

/** The driver's buffer may lack the alignment of a typed array, which a copy has. */
const aligned = (bytes: Buffer) => new Uint8Array(bytes).buffer;

export const floatsFromBytes = (bytes: Buffer): Float64Array => new Float64Array(aligned(bytes));

export const integersFromBytes = (bytes: Buffer): Int32Array => new Int32Array(aligned(bytes));

/**
 * Decodes floats that PostgreSQL's `float8send` wrote, in network byte order, and that `encode` turned into base64: the
 * driver reads results as text, and hexadecimal digits take several times as long.
 */
export function floatsFromBase64(text: string | null | undefined): Float64Array {
  const bytes = Buffer.from(text ?? '', 'base64');
  bytes.swap64();
  return floatsFromBytes(bytes);
}

/** Decodes integers of PostgreSQL's `int4send`, like `floatsFromBase64`. */
export function integersFromBase64(text: string | null | undefined): Int32Array {
  const bytes = Buffer.from(text ?? '', 'base64');
  bytes.swap32();
  return integersFromBytes(bytes);
}
