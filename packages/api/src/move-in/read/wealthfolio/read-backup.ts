import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import initSqlite, { type Database, type Sqlite3Static, type SqlValue } from '@sqlite.org/sqlite-wasm';
import type { ReadLimits } from '../../limits.ts';
import { assertAtMost, damagedAtByte, forbiddenContent, MoveInError } from '../../move-in-error.ts';
import type { WfBook } from './rows.ts';

/** The tables of version 3 that are read; nothing else in a backup is opened. */
const tables = [
  'accounts',
  'activities',
  'assets',
  'quotes',
  'taxonomies',
  'taxonomy_categories',
  'asset_taxonomy_assignments',
] as const;

const unknownTables = () =>
  new MoveInError(
    'This backup is of a version we do not know. Update Wealthfolio, or export the activities as JSON',
  );

/** The package's types leave out that it takes options. */
const loadSqlite: (options: { wasmBinary: Uint8Array }) => Promise<Sqlite3Static> = initSqlite;

/**
 * Reads a backup, which is a database of SQLite, in WebAssembly without a file system.
 * @throws MoveInError
 */
export async function readBackup(bytes: Uint8Array, limits: ReadLimits): Promise<WfBook> {
  const wasmBinary = readFileSync(
    createRequire(import.meta.url).resolve('@sqlite.org/sqlite-wasm/sqlite3.wasm'),
  );
  const sqlite = await loadSqlite({ wasmBinary });
  const database = new sqlite.oo1.DB();
  try {
    openIn(sqlite, database, bytes);
    return readTables(database, limits);
  } catch (error) {
    // The library rejects what is no database, and what is damaged in it.
    throw error instanceof MoveInError ? error : damagedAtByte(0);
  } finally {
    database.close();
  }
}

/** The places of the versions of a database's format in its head, and the version that has no file for its changes. */
const [writeVersion, readVersion, withoutLog] = [18, 19, 1];

function openIn({ capi, wasm }: Sqlite3Static, database: Database, bytes: Uint8Array): void {
  const content = Uint8Array.from(bytes);
  // A database that was in use is marked as one with a log beside it, which a backup does not have.
  content[writeVersion] = withoutLog;
  content[readVersion] = withoutLog;
  const { length } = content;
  const flags = capi.SQLITE_DESERIALIZE_FREEONCLOSE | capi.SQLITE_DESERIALIZE_READONLY;
  const pointer = wasm.allocFromTypedArray(content);
  database.checkRc(capi.sqlite3_deserialize(database.pointer ?? 0, 'main', pointer, length, length, flags));
}

/** Kinds of columns in SQLite: `stored` ones are computed when their row is written. */
const [visible, stored] = [0, 3];

function readTables(database: Database, limits: ReadLimits): WfBook {
  // A view or a virtual table may have any name, and would run what the file says.
  const names = new Set(
    select(
      database,
      "select name from sqlite_schema where type = 'table' and sql like 'create table%' and sql not like 'create virtual%'",
    ).map(([name]) => name),
  );
  if (tables.some((table) => !names.has(table))) throw unknownTables();
  // A virtual column would run what the file says, too. A stored one, which `assets` has, is only read.
  for (const table of tables) {
    const computed = select(
      database,
      `select name from pragma_table_xinfo('${table}') where hidden not in (${visible}, ${stored})`,
    );
    if (computed.length > 0) throw forbiddenContent();
  }
  const hasTax =
    select(database, "select name from pragma_table_info('activities') where name = 'tax'").length > 0;
  for (const [table, maximum, what] of [
    ['activities', limits.lines, 'transactions'],
    ['assets', limits.elements, 'assets'],
    ['quotes', limits.elements, 'prices'],
    ['asset_taxonomy_assignments', limits.elements, 'assignments'],
  ] as const) {
    const [[count = 0] = []] = select(database, `select count(*) from ${table}`);
    assertAtMost(Number(count), maximum, what);
  }
  return readRows(database, hasTax);
}

/** Returns the rows of a query as texts. */
type ReadTexts = (sql: string) => (string | null)[][];

function readActivities(rows: ReadTexts, hasTax: boolean): WfBook['activities'] {
  const activities = rows(
    `select id, account_id, asset_id, coalesce(nullif(activity_type_override, ''), activity_type), subtype, status,
       activity_date, quantity, unit_price, amount, fee, ${hasTax ? 'tax' : 'null'}, currency, fx_rate, notes,
       source_group_id, metadata
     from activities order by activity_date, created_at, id`,
  );
  return activities.map((cells) => ({
    id: cells[0] ?? '',
    accountId: cells[1] ?? '',
    assetId: cells[2] || null,
    type: cells[3] ?? '',
    subtype: cells[4] ?? '',
    status: cells[5] ?? '',
    date: cells[6] ?? '',
    quantity: cells[7] ?? null,
    unitPrice: cells[8] ?? null,
    amount: cells[9] ?? null,
    fee: cells[10] ?? null,
    tax: cells[11] ?? null,
    currency: cells[12] ?? '',
    fxRate: cells[13] ?? null,
    notes: cells[14] ?? null,
    groupId: cells[15] || null,
    metadata: cells[16] ?? null,
  }));
}

function readAssets(rows: ReadTexts): WfBook['assets'] {
  const assets = rows(
    `select id, name, coalesce(instrument_symbol, display_code), instrument_exchange_mic, quote_ccy, quote_mode,
       instrument_type, coalesce(metadata, '') || coalesce(provider_config, ''), notes
     from assets order by id`,
  );
  return assets.map(([id, name, symbol, mic, currency, mode, type, metadata, notes]) => ({
    id: id ?? '',
    name: name ?? '',
    symbol: symbol ?? '',
    mic: mic || null,
    currency: currency ?? null,
    isManual: mode === 'MANUAL',
    type: type ?? '',
    metadata: metadata ?? null,
    notes: notes ?? null,
  }));
}

function readRows(database: Database, hasTax: boolean): WfBook {
  const rows: ReadTexts = (sql) => select(database, sql).map((cells) => cells.map(textOf));
  const accounts = rows('select id, name, currency, tracking_mode from accounts order by name, id');
  const quotes = rows(
    `select asset_id, day, close from quotes
     where asset_id in (select id from assets where quote_mode = 'MANUAL') order by asset_id, day, timestamp`,
  );
  const taxonomies = rows('select id, name from taxonomies where is_system = 0 order by sort_order, id');
  const categories = rows(
    'select id, taxonomy_id, parent_id, name from taxonomy_categories order by taxonomy_id, sort_order, id',
  );
  const assignments = rows(
    'select asset_id, taxonomy_id, category_id, weight from asset_taxonomy_assignments order by id',
  );
  return {
    accounts: accounts.map(([id, name, currency, mode]) => ({
      id: id ?? '',
      name: name ?? '',
      currency: currency ?? null,
      isSnapshots: mode === 'HOLDINGS',
    })),
    activities: readActivities(rows, hasTax),
    assets: readAssets(rows),
    quotes: quotes.map(([assetId, day, close]) => ({
      assetId: assetId ?? '',
      day: day ?? '',
      close: close ?? '',
    })),
    taxonomies: taxonomies.map(([id, name]) => ({ id: id ?? '', name: name ?? '' })),
    categories: categories.map(([id, taxonomyId, parentId, name]) => ({
      id: id ?? '',
      taxonomyId: taxonomyId ?? '',
      parentId: parentId || null,
      name: name ?? '',
    })),
    assignments: assignments.map(([assetId, taxonomyId, categoryId, weight]) => ({
      assetId: assetId ?? '',
      taxonomyId: taxonomyId ?? '',
      categoryId: categoryId ?? '',
      weight: Number(weight),
    })),
  };
}

function select(database: Database, sql: string): SqlValue[][] {
  return database.selectArrays(sql);
}

const textOf = (value: SqlValue) => (value === null || typeof value === 'object' ? null : String(value));
