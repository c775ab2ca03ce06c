import { needsOf } from '../read/needs.ts';
import { openFiles } from '../read/open-files.ts';
import { readFiles } from '../read/read-files.ts';
import { packBook, packFiles, unpackFiles } from './packing.ts';
import { parseBody } from './parse-body.ts';
import type { MoveCalculations } from './requests.ts';

/** The steps of a move that read its files. */
export const readSteps: Pick<MoveCalculations, 'open' | 'read'> = {
  async open({ input, options }) {
    const { files, password = null } = input instanceof Uint8Array ? parseBody(input) : input;
    const { opened, digest } = await openFiles(files, { ...options, password });
    return { upload: packFiles(opened), digest, fileName: files[0]?.name ?? null };
  },
  async read({ upload, options }) {
    const book = await readFiles(unpackFiles(upload), options);
    return { book: packBook(book), program: book.program, needs: needsOf(book) };
  },
};
