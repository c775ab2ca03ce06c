import { describe, expect, it } from 'vitest';
import { csvTable } from '../csv.ts';
import type { WatchListItem } from '../watch-list/schemas.ts';
import { parseImport } from './parse/parse-import.ts';
import { watchListColumns, watchListLine } from './watch-list-csv.ts';

const item = (symbol: string, notes: string | null, isFavorite = false): WatchListItem => ({
  stock: {
    id: 1,
    symbol,
    name: 'Name, with "quotes"',
    isin: null,
    exchange: 'NYSE',
    sector: null,
    industry: null,
    currency: 'USD',
    is_active: true,
    data_fetched: true,
    data_start_date: null,
    data_end_date: null,
    data_source: 'simulated',
    last_close: 12.5,
    previous_close: null,
    recent_closes: [],
    last_fetched_at: null,
    last_error: null,
    left_out_bars: 0,
    missing_dates: [],
    previous_data_source: null,
    data_source_since: null,
    pending_close_date: null,
  },
  added_at: '2024-12-31T20:00:00.000Z',
  is_favorite: isFavorite,
  notes,
  notify_on_signals: false,
});

const csvOf = (...line: Parameters<typeof watchListLine>) =>
  csvTable(watchListColumns, [watchListLine(...line)]);

describe('watchListLine', () => {
  it('writes a line per stock and quotes delimiters, quotes and line breaks', () => {
    expect(csvOf(item('KO', 'one\ntwo', true), ['Tech', 'Old, "x"'])).toBe(
      'symbol,name,isin,exchange,currency,favourite,added,notes,last_close,data_source,lists\r\n' +
        'KO,"Name, with ""quotes""",,NYSE,USD,yes,2024-12-31,"one\ntwo",12.5,simulated,"Tech;Old, ""x"""\r\n',
    );
  });

  it('escapes notes that a spreadsheet would run as a formula', () => {
    expect(csvOf(item('KO', '=1+1'))).toContain(",'=1+1,");
  });

  it.each(['=HYPERLINK("x")', "'=1", '+1', '-1', '@a', '\ttab', "plain 'text'", ' spaces ', 'a\r\nb'])(
    'restores the note %j after a round trip',
    async (notes) => {
      const { entries } = await parseImport(csvOf(item('KO', notes, true)), 'user');
      expect(entries[0]).toMatchObject({ stock: { preferences: { notes, isFavorite: true } } });
    },
  );
});
