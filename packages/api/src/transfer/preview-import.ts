import {
  instrumentRepository,
  isOwn,
  type KnownStock,
  stockListRepository,
  userStockRepository,
} from '@stockbook/db';
import { isIsin } from '@stockbook/market-data/symbols';
import type { UserContext } from '../context.ts';
import { quotaMessage } from '../quotas/quotas.ts';
import type { ImportItem, ListItem } from './import-line.ts';
import {
  createdSymbolOf,
  type ImportedStock,
  type ParsedEntry,
  type ParsedImport,
  type ParsedItem,
} from './parse/read-entry.ts';
import type { ImportLine } from './schemas.ts';

/** A line of the preview, with the stock that the import would add or restore. */
interface PreviewedStock extends ImportLine {
  readonly stock: ImportedStock | null;
}

/** A line for another entry than a stock, with what the import would restore. */
export interface PreviewedItem extends ImportLine {
  readonly item: ImportItem | null;
}

export interface Preview {
  /** Own instruments, before the stocks: these may be among them. */
  readonly instruments: readonly PreviewedItem[];
  readonly stocks: readonly PreviewedStock[];
  readonly items: readonly PreviewedItem[];
}

export function hasPreferences({ preferences, items }: ImportedStock): boolean {
  const { isFavorite, notes, notifyOnSignals, drawings } = preferences;
  return isFavorite || notes !== null || notifyOnSignals || drawings.length > 0 || items.length > 0;
}

type PreviewContext = Pick<UserContext, 'em' | 'user' | 'services'>;

/** Gives each entry its verdict, from what is stored: never calls the provider. Writes nothing. */
export async function previewImport(ctx: PreviewContext, { entries, items }: ParsedImport): Promise<Preview> {
  const own = items.filter(({ kind }) => kind === 'instrument');
  const others = items.filter(({ kind }) => kind !== 'instrument');
  const instruments = await previewInstruments(ctx, own);
  const created = new Set(own.flatMap((item) => createdSymbolOf(item) ?? []));
  const stocks = await previewStocks(ctx, entries, { firstLine: own.length + 1, created });
  const ofStocks = stocks.flatMap(({ stock }) => stock?.items ?? []);
  const previewList = await startListPreview(ctx);
  const before = own.length + stocks.length;
  const previewedItems = [...ofStocks, ...others].map((parsed, index): PreviewedItem => {
    const { kind, text } = parsed;
    const head = { line: before + index + 1, kind, text, symbol: null, name: null };
    if (!('item' in parsed)) return { ...head, verdict: parsed.verdict, message: parsed.message, item: null };
    if (parsed.item.kind === 'list') return { ...head, ...previewList(parsed.item) };
    return { ...head, verdict: 'new', message: null, item: parsed.item };
  });
  return { instruments, stocks, items: previewedItems };
}

/** Gives own instruments their verdicts. One that the user has stays as it is. */
async function previewInstruments(
  { em, user, services: { quotas } }: PreviewContext,
  parsed: readonly ParsedItem[],
): Promise<PreviewedItem[]> {
  if (parsed.length === 0) return [];
  const [stored] = await instrumentRepository.listOfUser(em, user.id);
  const known = new Set(stored.map(({ symbol }) => symbol));
  return parsed.map((entry, index): PreviewedItem => {
    const { kind, text } = entry;
    const head = { line: index + 1, kind, text, symbol: createdSymbolOf(entry), name: null };
    if (!('item' in entry)) return { ...head, verdict: entry.verdict, message: entry.message, item: null };
    if (head.symbol !== null && known.has(head.symbol)) {
      const message = `You already have ${head.symbol}`;
      return { ...head, verdict: 'already_there', message, item: null };
    }
    if (known.size >= quotas.ownInstruments) {
      const message = quotaMessage(quotas.ownInstruments, 'own instruments');
      return { ...head, verdict: 'over_quota', message, item: null };
    }
    if (head.symbol !== null) known.add(head.symbol);
    return { ...head, verdict: 'new', message: null, item: entry.item };
  });
}

type ListVerdict = Pick<PreviewedItem, 'verdict' | 'message' | 'item'>;

/** Returns what gives the lists of an import their verdicts, one after the other. */
async function startListPreview({ em, user, services: { quotas } }: PreviewContext) {
  const lists = await stockListRepository.listOfUser(em, user.id, {});
  const names = new Set(lists.map(({ name }) => stockListRepository.nameKeyOf(name)));
  return (item: ListItem): ListVerdict => {
    const key = stockListRepository.nameKeyOf(item.name);
    if (item.listId !== null || names.has(key)) {
      return { verdict: 'already_there', message: `You already have a list named "${item.name}"`, item };
    }
    if (names.size >= quotas.lists) {
      return { verdict: 'over_quota', message: quotaMessage(quotas.lists, 'lists'), item: null };
    }
    names.add(key);
    return { verdict: 'new', message: null, item };
  };
}

async function previewStocks(
  { em, user, services: { quotas } }: PreviewContext,
  entries: readonly ParsedEntry[],
  { firstLine, created }: { readonly firstLine: number; readonly created: ReadonlySet<string> },
): Promise<PreviewedStock[]> {
  const keys = entries.flatMap((entry) => ('stock' in entry ? [entry.stock.symbolOrIsin] : []));
  const known = new Map<string, KnownStock>();
  for (const stock of await userStockRepository.listKnown(em, user.id, keys)) {
    // An ISIN means the stock of a source.
    for (const key of isOwn(stock.symbol) ? [stock.symbol] : [stock.symbol, stock.isin]) {
      // The oldest stock of an ISIN comes first, as in `findBySymbolOrIsin`; a tracked one is preferred.
      if (key !== null && (!known.has(key) || stock.isTracked)) known.set(key, stock);
    }
  }
  let count = await userStockRepository.countOfUser(em, user.id);
  const lineOfStock = new Map<string, number>();

  const kind = 'stock' as const;
  return entries.map((entry, index): PreviewedStock => {
    const line = firstLine + index;
    const { text } = entry;
    if (!('stock' in entry)) {
      return {
        line,
        kind,
        text,
        symbol: null,
        name: null,
        verdict: entry.verdict,
        message: entry.message,
        stock: null,
      };
    }
    const { stock } = entry;
    const facts = known.get(stock.symbolOrIsin);
    const key = facts?.symbol ?? stock.symbolOrIsin;
    const symbol = facts?.symbol ?? (isIsin(stock.symbolOrIsin) ? null : stock.symbolOrIsin);
    const common = { line, kind, text, symbol, name: facts?.name ?? null, stock };
    const earlier = lineOfStock.get(key);
    if (earlier !== undefined) {
      return { ...common, verdict: 'duplicate', message: `Line ${earlier} is the same stock`, stock: null };
    }
    lineOfStock.set(key, line);
    if (!facts && isOwn(key) && !created.has(key)) {
      const message = `${key} is an own instrument: create it first`;
      return { ...common, verdict: 'not_recognised', message, stock: null };
    }
    if (facts?.isTracked) {
      const message = `${facts.symbol} is already on your watch list`;
      return { ...common, verdict: 'already_there', message };
    }
    if (count >= quotas.stocks) {
      const maximum = quotas.stocks.toLocaleString('en-US');
      const message = `Your watch list holds at most ${maximum} stocks`;
      return { ...common, verdict: 'over_quota', message, stock: null };
    }
    count += 1;
    return { ...common, verdict: 'new', message: null };
  });
}
