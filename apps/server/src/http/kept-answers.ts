import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { LRUCache } from 'lru-cache';

/** How an answer's bytes are compressed, in `accept-encoding`'s words. */
export type Encoding = 'br' | 'gzip' | 'identity';

const mebibyte = 1024 * 1024;

/** Room for some hundred whole histories, each in the encodings that were asked for. */
const mostBytes = 64 * mebibyte;

const compress: Readonly<Record<Encoding, (text: Buffer) => Promise<Buffer>>> = {
  br: (text) => promisify(brotliCompress)(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  gzip: (text) => promisify(gzip)(text, { level: 4 }),
  identity: async (text) => text,
};

/**
 * Answers as the bytes that went out, written and compressed once. Each is named by the version of what it tells
 * of, which every request reads in the database: nobody asks for one that is out of date, and it makes room.
 */
export class KeptAnswers {
  readonly #answers = new LRUCache<string, Buffer>({
    maxSize: mostBytes,
    sizeCalculation: ({ length }) => length + 1,
  });

  get(name: string, encoding: Encoding): Buffer | undefined {
    return this.#answers.get(`${encoding} ${name}`);
  }

  /** @returns the bytes to send */
  async keep(name: string, encoding: Encoding, text: string): Promise<Buffer> {
    const bytes = await compress[encoding](Buffer.from(text));
    this.#answers.set(`${encoding} ${name}`, bytes);
    return bytes;
  }
}
