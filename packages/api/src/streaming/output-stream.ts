import { randomUUID } from 'node:crypto';

/**
 * A value as JSON text in pieces, so that neither writing nor sending a large value blocks the event loop. The text is
 * not validated against the output schema.
 */
export class OutputStream {
  /** The only field that `JSON.stringify` writes: the tRPC transport replaces it by the text. */
  readonly placeholder = randomUUID();

  readonly #pieces: AsyncGenerator<string>;
  readonly #first: IteratorResult<string>;
  readonly #isWhole: boolean;

  private constructor(pieces: AsyncGenerator<string>, first: IteratorResult<string>, isWhole: boolean) {
    this.#pieces = pieces;
    this.#first = first;
    this.#isWhole = isWhole;
  }

  /** Writes the first piece at once: if that fails, rejects while an error response is still possible. */
  static async start(pieces: AsyncGenerator<string>): Promise<OutputStream> {
    return new OutputStream(pieces, await pieces.next(), false);
  }

  /** Writes all pieces at once. For small values: releases all resources before the client reads the response. */
  static async whole(pieces: AsyncGenerator<string>): Promise<OutputStream> {
    let text = '';
    for await (const piece of pieces) text += piece;
    return new OutputStream(pieces, { done: false, value: text }, true);
  }

  /** The whole text of a stream made by `whole`; otherwise null. */
  get text(): string | null {
    return this.#isWhole ? this.#first.value : null;
  }

  /** The pieces of the text. Can be iterated once. */
  async *pieces(): AsyncGenerator<string> {
    for (let next = this.#first; !next.done; next = await this.#pieces.next()) yield next.value;
  }

  /** Releases the resources of the stream. Does not write the remaining pieces. */
  async close(): Promise<void> {
    await this.#pieces.return(undefined);
  }
}
