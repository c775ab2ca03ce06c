/** A pasted table of prices: its header, and its rows without blank ones. */
export interface PriceTable {
  readonly header: string;
  readonly rows: readonly string[];
}

const headers: Readonly<Record<number, string>> = {
  2: 'date,close',
  5: 'date,open,high,low,close',
  6: 'date,open,high,low,close,volume',
};

/** The mark between the cells of a row: that of a spreadsheet, else the first that can be one. */
function delimiterOf(row: string): string {
  // The comma of a number separates no cells: `02.05.2025 98,50`.
  if (/^\s*\d+([-./])\d+\1\d+ +[^\s;]+\s*$/.test(row)) return ' ';
  return ['\t', ';', ','].find((mark) => row.includes(mark)) ?? ' ';
}

/** Whether a header has the names that the server needs. */
function isKnown(names: readonly string[]): boolean {
  const plain = names.map((name) =>
    name
      .replaceAll(/["'\uFEFF]/g, '')
      .trim()
      .toLowerCase(),
  );
  return plain.includes('date') && plain.includes('close');
}

/**
 * Reads a pasted text. Rows of numbers without a header get one by the number of their columns, as do two columns of
 * other names, and columns that only blanks separate are separated by tabs, so that the server can read them all.
 */
export function readPriceTable(text: string): PriceTable {
  const lines = text.split(/\r\n|\n|\r/).filter((line) => /[^\s,;"]/.test(line));
  const [first = ''] = lines;
  const delimiter = delimiterOf(first);
  const rows = delimiter === ' ' ? lines.map((line) => line.trim().replaceAll(/\s+/g, '\t')) : lines;
  const mark = delimiter === ' ' ? '\t' : delimiter;
  const isHeader = !/^["'\s]*\d/.test(first);
  const [head = '', ...others] = rows;
  const names = head.split(mark);
  if (isHeader && (names.length !== 2 || isKnown(names))) return { header: head, rows: others };
  const header = (headers[names.length] ?? 'date,close').replaceAll(',', mark);
  return { header, rows: isHeader ? others : rows };
}

/** The text that the server reads. */
export function tableText({ header, rows }: PriceTable): string {
  return [header, ...rows].join('\n');
}

/** The table without the rows at some indexes. */
export function withoutRows({ header, rows }: PriceTable, indexes: ReadonlySet<number>): PriceTable {
  return { header, rows: rows.filter((_, index) => !indexes.has(index)) };
}

/** The message of a row's problem without the place, which the page names by itself. */
export function problemText(message: string): string {
  const text = message.replace(/^bars\[\d+\]\.?/, '').trim();
  return text === '' ? message : text;
}
