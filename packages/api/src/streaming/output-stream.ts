import { randomUUID } from 'node:crypto';

/**
 * A large output as text in pieces, so that neither writing nor sending it blocks the event loop. The text is JSON,
 * or a CSV file. It is not validated against the output schema.
 */
export class OutputStream {
  /** The only field that `JSON.stringify` writes: the tRPC transport replaces it by the JSON. */
  readonly placeholder = randomUUID();

  readonly #pieces: AsyncGenerator<string>;
  readonly #first: IteratorResult<string>;
  readonly #isWhole: boolean;
  readonly #format: 'json' | 'csv';
  /** Writes the same output as CSV; null if it has one format. */
  readonly asCsv: (() => AsyncGenerator<string>) | null;

  private constructor(
    pieces: AsyncGenerator<string>,
    first: IteratorResult<string>,
    isWhole: boolean,
    format: 'json' | 'csv',
    asCsv: (() => AsyncGenerator<string>) | null = null,
  ) {
    this.#pieces = pieces;
    this.#first = first;
    this.#isWhole = isWhole;
    this.#format = format;
    this.asCsv = asCsv;
  }

  /** Writes the first piece at once: if that fails, rejects while an error response is still possible. */
  static async start(pieces: AsyncGenerator<string>, format: 'json' | 'csv' = 'json'): Promise<OutputStream> {
    return new OutputStream(pieces, await pieces.next(), false, format);
  }

  /** Like `start`, for JSON that a client may request as CSV instead. */
  static async startEither(json: AsyncGenerator<string>, asCsv: () => AsyncGenerator<string>) {
    return new OutputStream(json, await json.next(), false, 'json', asCsv);
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

/** Formatter of a procedure whose output is a stream that was made by `startEither`. */
export function asCsv(output: object): AsyncIterable<string> {
  if (output instanceof OutputStream && output.asCsv) return output.asCsv();
  throw new Error('The output cannot be written as CSV');
}
