import { AppError, toAppError } from '../../errors.ts';
import { fieldOf, partsOf } from '../../json-parts.ts';
import { importedAccount, importedPortfolioFields, importedStock } from '../account/import-schemas.ts';
import { maxImportedItems, maxImportedStocks } from '../schemas.ts';
import { assertCount } from './assert-count.ts';

/**
 * Characters of an entry, without the drawings and indicators of a stock, and of any other value. A valid one has
 * fewer, and parsing a larger one can take longer than a turn of the event loop may.
 */
export const maxEntryLength = 131_072;

/** Fields of a file and of a stock, with those that this version does not know. */
const maxFields = 100;

const notAnExport = () => new AppError('BAD_REQUEST', 'The file is not an account export of Stockbook');

/**
 * Reads the fields of an object that `shape` has. A list becomes the texts of its entries.
 * @param takeEntry called for each entry of a list; throws if there are too many
 */
function splitObject(
  text: string,
  shape: object,
  takeEntry: (list: string) => void,
): Record<string, unknown> {
  const fields = new Map<string, string>();
  let count = 0;
  for (const part of partsOf(text)) {
    count += 1;
    if (count > maxFields) throw notAnExport();
    const [name, value] = fieldOf(part);
    // Of equal names, the last one counts, as for JSON.parse.
    if (Object.hasOwn(shape, name)) fields.set(name, value);
  }
  return Object.fromEntries([...fields].map(([name, value]) => [name, splitValue(name, value, takeEntry)]));
}

function splitValue(name: string, text: string, takeEntry: (list: string) => void): unknown {
  // The text of a value that is too long is not valid either.
  if (!text.startsWith('[')) return text.length > maxEntryLength ? text : JSON.parse(text);
  return Array.from(partsOf(text), (entry) => {
    takeEntry(name);
    return entry;
  });
}

/**
 * Splits an account export into the texts of its entries, and stops where it has too many.
 * @throws AppError BAD_REQUEST if the text is not an export or has too many entries
 * @throws SyntaxError if it is cut off
 */
export function splitAccount(text: string) {
  if (!text.startsWith('{')) throw notAnExport();
  let itemCount = 0;
  let stockCount = 0;
  const takeEntry = (list: string) => {
    if (list === 'watch_list') stockCount += 1;
    else itemCount += 1;
    assertCount(stockCount, maxImportedStocks, 'stocks');
    assertCount(itemCount, maxImportedItems, 'entries besides stocks');
  };
  const fields = splitObject(text, importedAccount.shape, takeEntry);
  if (!('format' in fields)) throw notAnExport();
  const { data: account, error } = importedAccount.safeParse(fields);
  if (error) throw toAppError(error);
  const stocks = account.watch_list.map((entry) => {
    const isObject = entry.trimStart().startsWith('{');
    return importedStock.safeParse(isObject ? splitObject(entry, importedStock.shape, takeEntry) : null);
  });
  const portfolios = account.portfolios.map((entry) => {
    const isObject = entry.trimStart().startsWith('{');
    const parts = isObject ? splitObject(entry, importedPortfolioFields.shape, takeEntry) : null;
    return importedPortfolioFields.safeParse(parts);
  });
  return { ...account, stocks, portfolios };
}
