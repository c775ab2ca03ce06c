import { type StockListContent, stockListRepository } from '@stockbook/db';
import { listName, maxListNameLength } from '../../lists/schemas.ts';
import type { ListItem } from '../import-line.ts';
import { maxImportedLists } from '../schemas.ts';
import { assertCount } from './assert-count.ts';
import { type ParsedEntry, type ParsedImport, type ParsedItem, shownText } from './read-entry.ts';
import { messageOf } from './reading.ts';

/** A row of a table, or an entry or the name of a section of a list, with the names of its lists. */
export interface TextRow {
  /** Null for a row without an entry. */
  readonly entry: ParsedEntry | null;
  readonly lists: readonly string[];
}

/** The first code points of a name, which may be a whole text. */
function firstOf(name: string, count: number): string {
  return Array.from(name.trim().slice(0, 2 * count))
    .slice(0, count)
    .join('');
}

/** The name of a list for a section of TradingView; empty for a section without a name. */
export function nameOfSection(marker: string): string {
  const name = firstOf(marker.trim().slice('###'.length), maxListNameLength);
  return name.replaceAll(/[;\t]/g, ' ').trim();
}

/** The names in the column `lists` of Stockbook's CSV, one more than allowed at most. */
export function namesOfCell(cell: string): string[] {
  const names = cell.split(';', maxImportedLists + 1).map((name) => firstOf(name, maxListNameLength + 1));
  return names.filter((name) => name !== '');
}

const symbolsOf = (entry: ParsedEntry | null): string[] =>
  entry !== null && 'stock' in entry ? [entry.stock.symbolOrIsin] : [];

function toItem(list: Pick<ListItem, 'listId' | 'name'>, stocks: Iterable<string>): ParsedItem {
  const item: ListItem = { kind: 'list', ...list, color: 'gray', stocks: [...new Set(stocks)] };
  return { kind: 'list', text: `List ${list.name}`, item };
}

/** Collects the lists of a text in the order in which it names them. Names that differ in case only are one list. */
export function collectLists() {
  const lists = new Map<string, { readonly name: string; readonly stocks: string[] }>();
  const rejected = new Map<string, ParsedItem>();
  return {
    /** @throws AppError BAD_REQUEST if there are too many lists */
    add({ entry, lists: names }: TextRow): void {
      for (const given of names) {
        const { data: name, error } = listName.safeParse(given);
        if (error) {
          const text = `List ${shownText(given)}`;
          rejected.set(given, { kind: 'list', text, verdict: 'not_recognised', message: messageOf(error) });
        } else {
          const key = stockListRepository.nameKeyOf(name);
          const list = lists.get(key) ?? { name, stocks: [] };
          lists.set(key, list);
          list.stocks.push(...symbolsOf(entry));
        }
        assertCount(lists.size + rejected.size, maxImportedLists, 'lists');
      }
    },
    items: (): ParsedItem[] => [
      ...Array.from(lists.values(), ({ name, stocks }) => toItem({ listId: null, name }, stocks)),
      ...rejected.values(),
    ],
  };
}

/** Adds that all stocks of a text join a list of the user. */
export function joinList(
  { entries, items }: ParsedImport,
  { id, name }: Pick<StockListContent, 'id' | 'name'>,
): ParsedImport {
  return { entries, items: [toItem({ listId: id, name }, entries.flatMap(symbolsOf)), ...items] };
}
