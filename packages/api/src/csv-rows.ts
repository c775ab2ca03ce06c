/** A row of a CSV text. */
export interface CsvRow {
  readonly cells: readonly string[];
  /** Number of the line in which the row begins, from 1. */
  readonly line: number;
  /** The part of the text that the row takes, without its line end. */
  readonly start: number;
  readonly end: number;
}

/** A CSV text that cannot be read. The message is for the user. */
export class CsvError extends Error {
  override readonly name = 'CsvError';

  constructor(reason: string) {
    super(`The CSV file cannot be read: ${reason}`);
  }
}

/** A position in a text that only moves forward, and the number of its line. */
class Cursor {
  at = 0;
  line = 1;
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  take(pattern: RegExp): string {
    pattern.lastIndex = this.at;
    const [found = ''] = pattern.exec(this.#text) ?? [];
    this.at += found.length;
    return found;
  }

  moveTo(end: number): void {
    this.#countLines(this.at, end);
    this.at = end;
  }

  skip(pattern: RegExp): void {
    const start = this.at;
    this.take(pattern);
    this.#countLines(start, this.at);
  }

  /** A line ends with LF, CR LF or a single CR. */
  #countLines(start: number, end: number): void {
    for (let at = start; at < end; at += 1) {
      const character = this.#text[at];
      if (character === '\n' || (character === '\r' && this.#text[at + 1] !== '\n')) this.line += 1;
    }
  }
}

/**
 * Reads the rows of a CSV text (RFC 4180) one after the other, so that a caller can stop. Skips empty lines.
 * @throws CsvError if a quote is not closed or a row has too many cells
 */
export function* readRows(text: string, delimiter: string, maxColumns: number): Generator<CsvRow> {
  const lineEnds = /[\r\n]*/y;
  const plainCell = new RegExp(`[^${delimiter}\\r\\n]*`, 'y');
  const cursor = new Cursor(text);

  function takeQuoted(): string {
    const start = cursor.at + 1;
    let end = text.indexOf('"', start);
    while (text[end + 1] === '"' && end !== -1) end = text.indexOf('"', end + 2);
    if (end === -1) throw new CsvError('a quote is not closed');
    cursor.moveTo(end + 1);
    // Text after the quote belongs to the cell, as spreadsheets read it.
    return text.slice(start, end).replaceAll('""', '"') + cursor.take(plainCell);
  }

  cursor.skip(lineEnds);
  while (cursor.at < text.length) {
    const cells: string[] = [];
    const { line, at: start } = cursor;
    for (let isLast = false; !isLast; ) {
      if (cells.length === maxColumns) throw new CsvError(`a row has more than ${maxColumns} columns`);
      cells.push(text[cursor.at] === '"' ? takeQuoted() : cursor.take(plainCell));
      isLast = text[cursor.at] !== delimiter;
      if (!isLast) cursor.at += 1;
    }
    yield { cells, line, start, end: cursor.at };
    cursor.skip(lineEnds);
  }
}
