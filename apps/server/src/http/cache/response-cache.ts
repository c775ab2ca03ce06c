import type { Transform } from 'node:stream';
import { promisify } from 'node:util';
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from 'node:zlib';
import { LRUCache } from 'lru-cache';

/** How an answer's bytes are compressed, in `accept-encoding`'s words. */
export type Encoding = 'br' | 'gzip' | 'identity';

const kibibyte = 1024;
const mebibyte = 1024 * kibibyte;

/** Room for some hundred whole histories, each in the encodings that were asked for. */
const maxBytes = 64 * mebibyte;

/** A larger answer is not kept: it would take the place of many. */
const maxKeptBytes = 8 * mebibyte;

const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };
const gzipOptions = { level: 4 };

const compress: Readonly<Record<Encoding, (text: Buffer) => Promise<Buffer>>> = {
  br: (text) => promisify(brotliCompress)(text, brotliOptions),
  gzip: (text) => promisify(gzip)(text, gzipOptions),
  identity: async (text) => text,
};

/** What compresses a text that is sent while it is written. */
export const createCompressor: Readonly<Record<Exclude<Encoding, 'identity'>, () => Transform>> = {
  br: () => createBrotliCompress({ ...brotliOptions, chunkSize: 64 * kibibyte }),
  gzip: () => createGzip({ ...gzipOptions, chunkSize: 64 * kibibyte }),
};

/**
 * Answers as the bytes that went out, written and compressed once. Each is named by the version of what it tells
 * of, which every request reads in the database: nobody asks for one that is out of date, and it makes room.
 */
export class ResponseCache {
  readonly #answers = new LRUCache<string, Buffer>({
    maxSize: maxBytes,
    maxEntrySize: maxKeptBytes,
    sizeCalculation: ({ length }) => length + 1,
  });

  get(name: string, encoding: Encoding): Buffer | undefined {
    return this.#answers.get(`${encoding} ${name}`);
  }

  /** @returns the bytes to send */
  async set(name: string, encoding: Encoding, text: string): Promise<Buffer> {
    const bytes = await compress[encoding](Buffer.from(text));
    this.#answers.set(`${encoding} ${name}`, bytes);
    return bytes;
  }
}
