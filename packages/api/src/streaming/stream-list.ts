import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { UserContext } from '../context.ts';
import { csvLines, csvTable } from '../csv.ts';
import { nextTurn } from './event-loop.ts';
import { OutputStream } from './output-stream.ts';

/** Writing this many entries takes about a millisecond. */
const entriesPerPiece = 50;

/** Writes a list as JSON. */
async function* writeList(entries: readonly object[]): AsyncGenerator<string> {
  yield '[';
  for (let start = 0; start < entries.length; start += entriesPerPiece) {
    await nextTurn();
    const piece = JSON.stringify(entries.slice(start, start + entriesPerPiece)).slice(1, -1);
    yield `${start === 0 ? '' : ','}${piece}`;
  }
  yield ']';
}

type StreamContext = Pick<UserContext, 'user' | 'adopt' | 'services'>;

/**
 * Writes an output in pieces. A user has one such output at a time, those of a batch included: other users' requests
 * wait for one of them, not for all.
 */
async function streamAlone(
  { user, adopt, services: { largeReads } }: StreamContext,
  write: () => AsyncIterable<string>,
  format: 'json' | 'csv',
): Promise<OutputStream> {
  async function* pieces(): AsyncGenerator<string> {
    const leave = await largeReads.enter(`${user.id} list`, randomUUID());
    try {
      yield* write();
    } finally {
      leave();
    }
  }
  const stream = await OutputStream.whole(pieces(), format);
  adopt(stream);
  return stream;
}

/**
 * Reads and writes an output with lists, as the user's only large one at that time.
 * @throws AppError TOO_MANY_REQUESTS, what `read` throws
 */
export function streamList(ctx: StreamContext, read: () => Promise<object>): Promise<OutputStream> {
  async function* write(): AsyncGenerator<string> {
    let separator = '{';
    for (const [name, value] of Object.entries(await read())) {
      yield `${separator}${JSON.stringify(name)}:`;
      if (Array.isArray(value)) yield* writeList(value);
      else yield JSON.stringify(value);
      separator = ',';
    }
    yield '}';
  }
  return streamAlone(ctx, write, 'json');
}

/**
 * Writes a CSV file, as the user's only large output at that time.
 * @throws AppError TOO_MANY_REQUESTS, what `write` throws
 */
export function streamCsv(ctx: StreamContext, write: () => AsyncIterable<string>): Promise<OutputStream> {
  return streamAlone(ctx, write, 'csv');
}

/** Writes rows as CSV: a header line with the names of the columns, then one line per row. */
export async function* csvPieces<Row>(
  columns: readonly string[],
  rows: readonly Row[],
  present: (row: Row) => Readonly<Record<string, unknown>>,
): AsyncGenerator<string> {
  yield csvTable(columns, []);
  for (let start = 0; start < rows.length; start += entriesPerPiece) {
    await nextTurn();
    yield csvLines(columns, rows.slice(start, start + entriesPerPiece).map(present));
  }
}

const outputStream = z.custom<OutputStream>((value) => value instanceof OutputStream);

function notValidated(): never {
  throw new Error('A streamed output is not validated');
}

/**
 * The output schema of a procedure that returns a `OutputStream`. `schema` is used only by the OpenAPI document and the
 * types of clients: tRPC validates outputs by `parseAsync`, which here only checks the class.
 */
export function streamed<Value>(schema: z.ZodType<Value>) {
  const output = z.codec(outputStream, schema, { decode: notValidated, encode: notValidated });
  return Object.assign(output, { parseAsync: (value: unknown) => outputStream.parseAsync(value) });
}
