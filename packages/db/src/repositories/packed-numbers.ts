/**
 * Numbers as little-endian bytes: the driver transfers a PostgreSQL array as text, which takes twenty times as long.
 */
export function toBytes({ buffer, byteOffset, byteLength }: Float64Array | Int32Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}

/** The driver's buffer may lack the alignment of a typed array, which a copy has. */
const aligned = (bytes: Buffer) => new Uint8Array(bytes).buffer;

/** As `aligned`, in memory that calculation threads share: nothing is copied when the numbers are sent to one. */
function shared(bytes: Buffer): SharedArrayBuffer {
  const memory = new SharedArrayBuffer(bytes.byteLength);
  new Uint8Array(memory).set(bytes);
  return memory;
}

export const floatsFromBytes = (bytes: Buffer): Float64Array => new Float64Array(aligned(bytes));

export const integersFromBytes = (bytes: Buffer): Int32Array => new Int32Array(aligned(bytes));

/**
 * Decodes floats that PostgreSQL's `float8send` wrote, in network byte order, and that `encode` turned into base64: the
 * driver reads results as text, and hexadecimal digits take several times as long.
 */
export function floatsFromBase64(text: string | null | undefined): Float64Array {
  return floatsFromBytes(floatBytes(text));
}

/** Decodes integers of PostgreSQL's `int4send`, like `floatsFromBase64`. */
export function integersFromBase64(text: string | null | undefined): Int32Array {
  return integersFromBytes(integerBytes(text));
}

/** Decodes floats as `floatsFromBase64` does, into memory that threads share. */
export function sharedFloatsFromBase64(text: string | null | undefined): Float64Array {
  return new Float64Array(shared(floatBytes(text)));
}

/** Decodes integers as `integersFromBase64` does, into memory that threads share. */
export function sharedIntegersFromBase64(text: string | null | undefined): Int32Array {
  return new Int32Array(shared(integerBytes(text)));
}

const floatBytes = (text: string | null | undefined) => Buffer.from(text ?? '', 'base64').swap64();
const integerBytes = (text: string | null | undefined) => Buffer.from(text ?? '', 'base64').swap32();
