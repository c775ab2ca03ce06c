/** Numbers as little-endian bytes: the driver transfers a PostgreSQL array as text, which takes twenty times as long. */
export function toBytes({ buffer, byteOffset, byteLength }: Float64Array | Int32Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}

/** The driver's buffer may lack the alignment of a typed array, which a copy has. */
const aligned = (bytes: Buffer) => new Uint8Array(bytes).buffer;

export const floatsFromBytes = (bytes: Buffer): Float64Array => new Float64Array(aligned(bytes));

export const integersFromBytes = (bytes: Buffer): Int32Array => new Int32Array(aligned(bytes));

/** Floats as PostgreSQL's `float8send` writes them: in network byte order. */
export function floatsFromNetwork(bytes: Buffer | null | undefined): Float64Array {
  if (!bytes) return new Float64Array();
  const copy = aligned(bytes);
  Buffer.from(copy).swap64();
  return new Float64Array(copy);
}
