import { randomUUID } from 'node:crypto';

/**
 * A value as JSON text that is written in pieces, so that neither writing nor sending a large one blocks the event
 * loop. The text is not validated against an output schema: its source was, when it was stored.
 */
export class JsonStream {
  /** The only field that `JSON.stringify` writes: the tRPC transport replaces the result by the text. */
  readonly placeholder = randomUUID();

  readonly #pieces: AsyncGenerator<string>;
  readonly #first: IteratorResult<string>;
  readonly #isWhole: boolean;

  private constructor(pieces: AsyncGenerator<string>, first: IteratorResult<string>, isWhole: boolean) {
    this.#pieces = pieces;
    this.#first = first;
    this.#isWhole = isWhole;
  }

  /** Writes the first piece now: what it fails with rejects, while an error can still be the response. */
  static async start(pieces: AsyncGenerator<string>): Promise<JsonStream> {
    return new JsonStream(pieces, await pieces.next(), false);
  }

  /** Writes all pieces now: for a small value, which then holds nothing while its client reads it. */
  static async whole(pieces: AsyncGenerator<string>): Promise<JsonStream> {
    let text = '';
    for await (const piece of pieces) text += piece;
    return new JsonStream(pieces, { done: false, value: text }, true);
  }

  /** The whole text where it is written already. */
  get text(): string | null {
    return this.#isWhole ? this.#first.value : null;
  }

  /** The text, once. */
  async *pieces(): AsyncGenerator<string> {
    for (let next = this.#first; !next.done; next = await this.#pieces.next()) yield next.value;
  }

  /** Releases what the stream holds. The pieces that are left are not written. */
  async close(): Promise<void> {
    await this.#pieces.return(undefined);
  }
}
