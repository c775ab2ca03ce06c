import { deserialize, serialize } from 'node:v8';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { NeutralBook } from '../form.ts';
import type { MoveInFile } from '../read/move-in-file.ts';

/** Fast: the content of a move is kept for a day at most. */
const level = 1;

/** Packs what a move keeps between its steps. Only threads of moves call this: it takes up to a second. */
const pack = (content: NeutralBook | readonly MoveInFile[]): Uint8Array<ArrayBuffer> =>
  new Uint8Array(gzipSync(serialize(content), { level }));

export const packBook = (book: NeutralBook) => pack(book);
export const packFiles = (files: readonly MoveInFile[]) => pack(files);
export const unpackBook = (packed: Uint8Array): NeutralBook => deserialize(gunzipSync(packed));
export const unpackFiles = (packed: Uint8Array): readonly MoveInFile[] => deserialize(gunzipSync(packed));
