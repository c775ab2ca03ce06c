import type { Transform } from 'node:stream';
import { promisify } from 'node:util';
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from 'node:zlib';
import { LRUCache } from 'lru-cache';

/** Content codings of `accept-encoding` (RFC 9110, 8.4.1) that the server produces. */
export type Encoding = 'br' | 'gzip' | 'identity';

const kibibyte = 1024;
const mebibyte = 1024 * kibibyte;

/** Enough for some hundred whole histories, each in every requested encoding. */
const maxBytes = 64 * mebibyte;

/** Bytes of an entry besides its body and key, measured in a process with 50,000 small ones. */
const entryOverhead = 1_400;

/** Larger responses are not cached: each would evict many others. */
const maxEntryBytes = 8 * mebibyte;

/** The bytes of a whole history are 6 % more than at quality 4, in a third of the time. */
const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } };
const gzipOptions = { level: 4 };

const compress: Readonly<Record<Encoding, (text: Buffer) => Promise<Buffer>>> = {
  br: (text) => promisify(brotliCompress)(text, brotliOptions),
  gzip: (text) => promisify(gzip)(text, gzipOptions),
  identity: async (text) => text,
};

/** Compressors for streamed responses. */
export const createCompressor: Readonly<Record<Exclude<Encoding, 'identity'>, () => Transform>> = {
  br: () => createBrotliCompress({ ...brotliOptions, chunkSize: 64 * kibibyte }),
  gzip: () => createGzip({ ...gzipOptions, chunkSize: 64 * kibibyte }),
};

interface StoredBody {
  readonly bytes: Buffer;
  /** Stored, because it is a digest of the key: computing it takes longer than finding the body. */
  readonly etag: string;
}

/**
 * Response bodies, serialized and compressed once. The key includes the version of the data, which every request reads
 * from the database, so that a stale entry is never requested again and is evicted in time.
 */
export class ResponseCache {
  readonly #bodies = new LRUCache<string, StoredBody>({
    maxSize: maxBytes,
    maxEntrySize: maxEntryBytes,
    sizeCalculation: ({ bytes }, key) => bytes.length + key.length + entryOverhead,
  });

  get(key: string, encoding: Encoding): StoredBody | undefined {
    return this.#bodies.get(`${encoding} ${key}`);
  }

  /**
   * Compresses and caches a response body.
   * @returns the bytes to send
   */
  async set(key: string, encoding: Encoding, etag: string, text: string): Promise<Buffer> {
    const compressed = await compress[encoding](Buffer.from(text));
    // Small buffers are parts of pools of 64 KiB, which stay in memory as long as one of their parts.
    const bytes = Buffer.allocUnsafeSlow(compressed.length);
    compressed.copy(bytes);
    this.#bodies.set(`${encoding} ${key}`, { bytes, etag });
    return bytes;
  }
}
