import { FileError, type Table, type TableRow } from './table.ts';

/** The fields of an activity that have a meaning here, under the names of Ghostfolio's CSV files. */
const columns = ['date', 'type', 'symbol', 'quantity', 'unitPrice', 'fee', 'currency', 'comment'];

/**
 * Reads a JSON export of Ghostfolio as a table.
 * @throws FileError if the text is none
 */
export function readGhostfolioJson(text: string): Table {
  const activities = activitiesOf(text);
  if (!activities)
    throw new FileError('This JSON file is no export of Ghostfolio: it has no list of activities');
  return { header: columns, rows: rowsOf(activities) };
}

function activitiesOf(text: string): readonly unknown[] | null {
  let file: unknown;
  try {
    file = JSON.parse(text);
  } catch {
    throw new FileError('The JSON file cannot be read: it is damaged or cut off');
  }
  const activities = Array.isArray(file) ? file : fieldOf(file, 'activities');
  return Array.isArray(activities) ? activities : null;
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? Reflect.get(value, name)
    : undefined;
}

function* rowsOf(activities: readonly unknown[]): Generator<TableRow> {
  for (const [index, activity] of activities.entries()) {
    const profile = fieldOf(activity, 'SymbolProfile');
    const cells = columns.map((name) => cellOf(fieldOf(activity, name) ?? fieldOf(profile, name)));
    yield { line: index + 1, cells, raw: JSON.stringify(activity) ?? '' };
  }
}

const cellOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';
