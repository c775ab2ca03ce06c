import { AppError } from '../../errors.ts';

/** Tables of stocks have far fewer. */
export const maxColumns = 100;

/**
 * Reads the rows of a CSV text (RFC 4180) one after the other, so that a caller can stop. Skips empty lines.
 * @throws AppError BAD_REQUEST if a quote is not closed or a row has too many cells
 */
export function* readRows(text: string, delimiter: string): Generator<string[]> {
  const lineEnds = /[\r\n]*/y;
  const plainCell = new RegExp(`[^${delimiter}\\r\\n]*`, 'y');
  let at = 0;

  function take(pattern: RegExp): string {
    pattern.lastIndex = at;
    const [found = ''] = pattern.exec(text) ?? [];
    at += found.length;
    return found;
  }

  function takeQuoted(): string {
    const start = at + 1;
    let end = text.indexOf('"', start);
    while (text[end + 1] === '"' && end !== -1) end = text.indexOf('"', end + 2);
    if (end === -1) throw unreadable('a quote is not closed');
    at = end + 1;
    // What follows the quote belongs to the cell, as spreadsheets read it.
    return text.slice(start, end).replaceAll('""', '"') + take(plainCell);
  }

  take(lineEnds);
  while (at < text.length) {
    const cells: string[] = [];
    for (let isLast = false; !isLast; ) {
      if (cells.length === maxColumns) throw unreadable(`a row has more than ${maxColumns} columns`);
      cells.push(text[at] === '"' ? takeQuoted() : take(plainCell));
      isLast = text[at] !== delimiter;
      if (!isLast) at += 1;
    }
    yield cells;
    take(lineEnds);
  }
}

function unreadable(reason: string): AppError {
  return new AppError('BAD_REQUEST', `The CSV file cannot be read: ${reason}`);
}
