import { BackupError, LongLineError } from './backup-error.ts';

/**
 * 64 MiB. The longest line of a backup is a row with packed numbers: of 40 years, 160 kB for each line of an
 * indicator.
 */
const maxLineBytes = 64 * 1024 * 1024;

const newline = 0x0a;
const carriageReturn = 0x0d;
const endOfRows = Buffer.from('\\.\n');
const endOfRowsAfterRow = Buffer.from('\n\\.\n');

/** Reads an SQL script with one statement per line from a stream of chunks. */
export class ScriptReader {
  readonly #chunks: AsyncIterator<Buffer>;
  /** Read but not consumed yet; always starts at the beginning of a line. */
  #rest: Buffer = Buffer.alloc(0);
  /** The lines before `#rest`. */
  #lines = 0;

  constructor(source: AsyncIterable<Buffer>) {
    this.#chunks = source[Symbol.asyncIterator]();
  }

  /**
   * The next line without its newline, or null after the last one.
   * @throws BackupError if the last line has no newline
   * @throws LongLineError
   */
  async line(): Promise<string | null> {
    for (;;) {
      const end = this.#rest.indexOf(newline);
      if (end >= 0) return this.#take(end + 1).toString('utf8', 0, end);
      if (await this.#readMore()) continue;
      if (this.#rest.length > 0) throw new BackupError('The backup ends in the middle of a line.');
      return null;
    }
  }

  /**
   * The lines after a COPY statement, several at a time, up to the terminating `\.`.
   * @throws BackupError if the terminator is missing, or a line contains a carriage return (escaped in a backup as
   *   `\r`): PostgreSQL would accept `\.` followed by one as the terminator and ignore the remaining rows
   * @throws LongLineError
   */
  async *rows(): AsyncGenerator<Buffer> {
    for (;;) {
      if (this.#rest.subarray(0, endOfRows.length).equals(endOfRows)) break;
      const end = this.#rest.indexOf(endOfRowsAfterRow);
      const wholeRows = end >= 0 ? end + 1 : this.#rest.lastIndexOf(newline) + 1;
      if (wholeRows > 0) {
        const rows = this.#take(wholeRows);
        if (rows.includes(carriageReturn))
          throw new BackupError('The backup is damaged: its lines end in CR LF.');
        yield rows;
      } else if (!(await this.#readMore()))
        throw new BackupError('The backup ends in the middle of a table.');
    }
    this.#take(endOfRows.length);
  }

  #take(length: number): Buffer {
    const taken = this.#rest.subarray(0, length);
    this.#rest = this.#rest.subarray(length);
    for (let end = taken.indexOf(newline); end >= 0; end = taken.indexOf(newline, end + 1)) this.#lines += 1;
    return taken;
  }

  /**
   * Reads until a line ends: to join a long line anew for each of its chunks would take minutes.
   * @returns false if there was nothing to read
   */
  async #readMore(): Promise<boolean> {
    const read: Buffer[] = [];
    let length = this.#rest.length;
    while (!read.at(-1)?.includes(newline)) {
      const { done, value } = await this.#chunks.next();
      if (done) break;
      read.push(value);
      length += value.length;
      if (length > maxLineBytes) throw new LongLineError(this.#lines + 1);
    }
    if (read.length > 0) this.#rest = Buffer.concat([this.#rest, ...read]);
    return read.length > 0;
  }
}
