import { dayNumber } from '@stockbook/common/days';
import { isCalendarDate } from '#src/primitives.ts';
import type { NeutralBook, NeutralGroup, NeutralSecurity } from '../../form.ts';
import { assertAtMost, doNotBelongTogether, emptyFile } from '../../move-in-error.ts';
import { symbolAt } from '../exchanges.ts';
import type { MoveInFile } from '../move-in-file.ts';
import { PriceColumn } from '../price-column.ts';
import type { ReadOptions } from '../read-options.ts';
import { cleanText, optionalText } from '../texts.ts';
import { linesOf } from './lines.ts';
import { readJson } from './read-json.ts';
import type { WfAsset, WfBook, WfCategory, WfQuote } from './rows.ts';
import { sumBalances } from './sum-balances.ts';

const signature = 'SQLite format 3';

export const isBackup = (start: string) => start.startsWith(signature);

/**
 * Reads a backup of Wealthfolio, or its activities in JSON.
 * @throws MoveInError
 */
export async function readWealthfolio(
  files: readonly MoveInFile[],
  { today, limits }: Pick<ReadOptions, 'today' | 'limits'>,
): Promise<NeutralBook> {
  const backups = files.filter(({ bytes }) =>
    isBackup(Buffer.from(bytes.subarray(0, 16)).toString('latin1')),
  );
  if (backups.length > 0 && files.length > 1) throw doNotBelongTogether();
  const [backup] = backups;
  // The database program is loaded for a backup only.
  const book = backup
    ? await (await import('./read-backup.ts')).readBackup(backup.bytes, limits)
    : readJson(files.map(({ bytes }) => bytes));
  return neutralBook(book, { today, limits });
}

function neutralBook(book: WfBook, { today, limits }: Pick<ReadOptions, 'today' | 'limits'>): NeutralBook {
  const { accounts, activities, assets, quotes } = book;
  assertAtMost(activities.length, limits.lines, 'transactions');
  if (activities.length === 0) throw emptyFile();
  const lines = linesOf(activities, accounts);
  const used = new Set(lines.map(({ security }) => security));
  const meant = assets.filter(({ id }) => used.has(id));
  assertAtMost(meant.length, limits.securities, 'securities');
  assertAtMost(quotes.length, limits.prices, 'prices');
  const quotesOf = Map.groupBy(quotes, ({ assetId }) => assetId);
  const lastDay = [...activities.map(({ date }) => date), ...quotes.map(({ day }) => day)]
    .map((day) => day.slice(0, 10))
    .filter((day) => isCalendarDate(day) && day <= today)
    .toSorted()
    .at(-1);
  const snapshots = accounts.filter(({ isSnapshots }) => isSnapshots);
  return {
    program: 'Wealthfolio',
    version: null,
    lastDay: lastDay ?? null,
    writtenOn: null,
    baseCurrency: null,
    securities: meant.map((asset) => securityOf(asset, quotesOf.get(asset.id) ?? [])),
    accounts: accounts.map(({ id, name, currency }) => ({
      key: id,
      name: cleanText(name),
      kind: 'both',
      currency,
      reference: null,
      note: null,
      knownBalances: null,
    })),
    lines,
    lists: [],
    groups: groupsOf(book, new Set(meant.map(({ id }) => id))),
    dayNotes: [],
    leftOut: snapshots.map(({ name }) => ({
      what: cleanText(name),
      count: 1,
      why: 'The account has snapshots, and no transactions',
    })),
    warnings: [],
    questions: [],
    balances: sumBalances(book, lastDay ?? null),
  };
}

function securityOf(asset: WfAsset, quotes: readonly WfQuote[]): NeutralSecurity {
  const { id, name, currency, isManual, metadata, notes } = asset;
  const column = new PriceColumn();
  for (const { day, close } of quotes) {
    const [number, price] = [dayNumber(day.slice(0, 10)), Number(close)];
    if (!Number.isNaN(number) && price > 0 && Number.isFinite(price)) column.add(number, price);
  }
  const [, isin = null] = /"isin"\s*:\s*"([A-Z]{2}[A-Z0-9]{9}\d)"/i.exec(metadata ?? '') ?? [];
  const symbol = isManual ? null : symbolOf(asset);
  return {
    key: id,
    name: cleanText(name) || asset.symbol,
    isin: isin?.toUpperCase() ?? null,
    ticker: symbol ?? asset.symbol,
    wkn: null,
    currency,
    feed: isManual ? 'MANUAL' : symbol === null ? 'Wealthfolio' : 'YAHOO',
    isYahooTicker: symbol !== null,
    type: null,
    note: optionalText(notes),
    prices: column.finish(),
    splits: [],
  };
}

/** The symbol of Yahoo: the one that the program asks for, else that of the exchange. */
function symbolOf({ symbol, mic, currency, type, metadata }: WfAsset): string | null {
  const [, chosen] = /"YAHOO"\s*:\s*\{[^{}]*"symbol"\s*:\s*"([^"]+)"/.exec(metadata ?? '') ?? [];
  if (chosen !== undefined) return chosen.toUpperCase();
  const code = symbol.toUpperCase();
  if (/^CRYPTO/i.test(type))
    return code.includes('-') ? code : `${code}-${(currency ?? 'USD').toUpperCase()}`;
  return mic === null ? null : symbolAt(mic, code);
}

/** Own taxonomies with a tag for each category that has an asset, named by its path. */
function groupsOf(
  { taxonomies, categories, assignments }: WfBook,
  meant: ReadonlySet<string>,
): NeutralGroup[] {
  const byTaxonomy = Map.groupBy(categories, ({ taxonomyId }) => taxonomyId);
  const byCategory = Map.groupBy(
    assignments.filter(({ assetId, weight }) => meant.has(assetId) && weight > 0),
    ({ taxonomyId, categoryId }) => `${taxonomyId}\n${categoryId}`,
  );
  return taxonomies.flatMap(({ id, name }): NeutralGroup[] => {
    const own = byTaxonomy.get(id) ?? [];
    const byId = new Map(own.map((category) => [category.id, category]));
    const tags = own.flatMap((category) => {
      const shares = (byCategory.get(`${id}\n${category.id}`) ?? []).map(({ assetId, weight }) => ({
        security: assetId,
        percent: String(weight / 100),
      }));
      return shares.length === 0 ? [] : { name: pathOf(category, byId), targetPercent: null, shares };
    });
    return tags.length === 0 ? [] : [{ name: cleanText(name) || 'Group', tags }];
  });
}

/** Levels of a path: a circle of parents has no end. */
const maxLevels = 20;

function pathOf(category: WfCategory, byId: ReadonlyMap<string, WfCategory>): string {
  const names: string[] = [];
  let current: WfCategory | undefined = category;
  while (current && names.length < maxLevels) {
    names.unshift(cleanText(current.name));
    current = current.parentId === null ? undefined : byId.get(current.parentId);
  }
  return names.join(' / ');
}
