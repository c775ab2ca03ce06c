import { randomUUID } from 'node:crypto';

/**
 * A large output as text in pieces, so that neither writing nor sending it blocks the event loop. The text is JSON, or a
 * CSV file. It is not validated against the output schema.
 */
export class OutputStream {
  /** The only field that `JSON.stringify` writes: the tRPC transport replaces it by the JSON. */
  readonly placeholder = randomUUID();

  readonly #pieces: AsyncGenerator<string>;
  readonly #first: IteratorResult<string>;
  readonly #isWhole: boolean;
  readonly #format: 'json' | 'csv';

  private constructor(
    pieces: AsyncGenerator<string>,
    first: IteratorResult<string>,
    isWhole: boolean,
    format: 'json' | 'csv',
  ) {
    this.#pieces = pieces;
    this.#first = first;
    this.#isWhole = isWhole;
    this.#format = format;
  }

  /** Writes the first piece at once: if that fails, rejects while an error response is still possible. */
  static async start(pieces: AsyncGenerator<string>, format: 'json' | 'csv' = 'json'): Promise<OutputStream> {
    return new OutputStream(pieces, await pieces.next(), false, format);
  }

  /** Writes all pieces at once. For small values: releases all resources before the client reads the response. */
  static async whole(pieces: AsyncGenerator<string>, format: 'json' | 'csv' = 'json'): Promise<OutputStream> {
    let text = '';
    for await (const piece of pieces) text += piece;
    return new OutputStream(pieces, { done: false, value: text }, true, format);
  }

  /** The whole text of a stream made by `whole`; otherwise null. */
  get text(): string | null {
    return this.#isWhole ? this.#first.value : null;
  }

  /** The pieces of the text. They can be iterated once, by this method or by `json`. */
  async *pieces(): AsyncGenerator<string> {
    for (let next = this.#first; !next.done; next = await this.#pieces.next()) yield next.value;
  }

  /** The pieces of the output as JSON: CSV is the text `csv` of an object. */
  async *json(): AsyncGenerator<string> {
    if (this.#format === 'json') return yield* this.pieces();
    yield '{"csv":"';
    for await (const piece of this.pieces()) yield JSON.stringify(piece).slice(1, -1);
    yield '"}';
  }

  /** Releases the resources of the stream. Does not write the remaining pieces. */
  async close(): Promise<void> {
    await this.#pieces.return(undefined);
  }
}
