import type { z } from 'zod';
import { importedDrawing, maxDrawings } from '../../drawings/schemas.ts';
import { AppError } from '../../errors.ts';
import { nullIfBlank } from '../../primitives.ts';
import { createStudySetInput } from '../../study-sets/schemas.ts';
import {
  importedIndicator,
  importedList,
  importedRule,
  type importedStock,
  importedStrategy,
} from '../account/import-schemas.ts';
import type { ImportItem } from '../import-line.ts';
import { type ImportKind, maxImportedLists } from '../schemas.ts';
import { assertCount } from './assert-count.ts';
import {
  createdSymbolOf,
  type ParsedEntry,
  type ParsedImport,
  type ParsedItem,
  readEntry,
  shownText,
} from './read-entry.ts';
import { readInstruments } from './read-instruments.ts';
import { readJournal } from './read-journal.ts';
import { readPortfolios } from './read-portfolios.ts';
import {
  messageOf,
  nameOf,
  parseEntry,
  type Reading,
  type RejectedItem,
  type Steps,
  startReading,
} from './reading.ts';
import { splitAccount } from './split-account.ts';

/** A part of an export whose entries are read one by one. */
interface Section<Output> {
  readonly kind: ImportKind;
  /** Begins the text of a line: `Strategy Buy the dip`, or `Strategy 3` without a valid name. */
  readonly label: string;
  readonly nameField: string;
  readonly schema: z.ZodType<Output>;
  /** @param ordinal the number of the entry among those of its name, from 1 */
  toItem(output: Output, ordinal: number): ImportItem;
}

/**
 * Reads what an account export can restore. An entry that is not valid is reported and does not prevent the others.
 * Exports are newest first: reading them backwards keeps the order. Entries are parsed one by one: parsing 2 MiB of
 * JSON at once can take 200 ms.
 * @throws AppError if the text is not an export, or has too many entries
 */
export function* readAccount(text: string): Steps<ParsedImport> {
  try {
    return yield* readSections(text);
  } catch (cause) {
    if (!(cause instanceof SyntaxError)) throw cause;
    throw new AppError('BAD_REQUEST', 'The file is not valid JSON: it may be cut off', { cause });
  }
}

function* readSections(text: string): Steps<ParsedImport> {
  const { instruments, stocks, lists, journal, study_sets, signal_rules, strategies, portfolios, channels } =
    splitAccount(text);
  const reading = startReading();
  const own = yield* readInstruments(instruments, reading);
  const entries: ParsedEntry[] = [];
  for (const [index, stock] of stocks.entries()) entries.push(yield* readStock(stock, index + 1, reading));
  const there = new Set([
    ...entries.flatMap((entry) => ('stock' in entry ? [entry.stock.symbolOrIsin] : [])),
    ...own.flatMap((item) => createdSymbolOf(item) ?? []),
  ]);
  return {
    entries: entries.toReversed(),
    items: [
      ...own,
      ...(yield* readLists(lists, reading)),
      ...(yield* readSection(study_sets, reading, {
        kind: 'study_set',
        label: 'Studies',
        nameField: 'name',
        schema: createStudySetInput,
        toItem: (set) => ({ kind: 'study_set', set }),
      })),
      ...(yield* readSection(signal_rules, reading, {
        kind: 'signal_rule',
        label: 'Rule',
        nameField: 'when',
        schema: importedRule,
        toItem: (rule) => ({ kind: 'signal_rule', rule }),
      })),
      ...(yield* readSection(strategies, reading, {
        kind: 'strategy',
        label: 'Strategy',
        nameField: 'name',
        schema: importedStrategy,
        toItem: (strategy, ordinal) => ({ kind: 'strategy', strategy, ordinal }),
      })),
      ...(yield* readPortfolios(portfolios, there, reading)),
      ...(yield* readJournal(journal, reading)),
      ...(yield* readChannels(channels, reading)),
    ],
  };
}

function* readStock(
  { data, error }: z.ZodSafeParseResult<z.output<typeof importedStock>>,
  number: number,
  reading: Reading,
): Steps<ParsedEntry> {
  if (!data) return { text: `Stock ${number}`, verdict: 'not_recognised', message: messageOf(error) };
  const { drawings, rejected } = yield* readDrawings(data.drawings, data.symbol, reading);
  const entry = readEntry(data.symbol, {
    isin: data.isin ?? null,
    preferences: {
      isFavorite: data.is_favorite,
      notes: nullIfBlank(data.notes),
      notifyOnSignals: data.notify_on_signals,
      drawings,
    },
  });
  if (!('stock' in entry)) return entry;
  const { symbolOrIsin } = entry.stock;
  const indicators = yield* readSection(data.indicators, reading, {
    kind: 'indicator',
    label: 'Indicator',
    nameField: 'indicator_name',
    schema: importedIndicator,
    toItem: ({ indicator_function, indicator_name, parameters }) => ({
      kind: 'indicator',
      symbolOrIsin,
      indicatorFunction: indicator_function,
      indicatorName: indicator_name,
      parameters,
    }),
  });
  const ofStock = indicators.map((item) => ({ ...item, text: `${item.text} of ${symbolOrIsin}` }));
  return { ...entry, stock: { ...entry.stock, items: [...rejected, ...ofStock] } };
}

/** Reads the drawings of a stock, which are restored together with it. */
function* readDrawings(
  texts: readonly string[],
  symbol: string,
  reading: Reading,
): Steps<{ drawings: z.output<typeof importedDrawing>[]; rejected: ParsedItem[] }> {
  const drawings: z.output<typeof importedDrawing>[] = [];
  const rejected: ParsedItem[] = [];
  for (const [index, json] of texts.entries()) {
    const value = parseEntry(json);
    const { data, error } = importedDrawing.safeParse(value);
    if (data && drawings.length < maxDrawings) drawings.push(data);
    else {
      const text = `Drawing ${nameOf(value, 'name') ?? index + 1} of ${shownText(symbol)}`;
      const message = error ? messageOf(error) : `A stock has at most ${maxDrawings} drawings`;
      rejected.push(reading.reject({ kind: 'drawing', text, verdict: 'not_recognised', message }));
    }
    yield;
  }
  return { drawings, rejected };
}

/** Reads the entries of a section from the last to the first. */
function* readSection<Output>(
  texts: readonly string[],
  reading: Reading,
  { kind, label, nameField, schema, toItem }: Section<Output>,
): Steps<ParsedItem[]> {
  const ordinals = new Map<string, number>();
  const items: ParsedItem[] = [];
  for (const [index, json] of [...texts.entries()].toReversed()) {
    const value = parseEntry(json);
    const text = `${label} ${nameOf(value, nameField) ?? index + 1}`;
    const parsed = schema.safeParse(value);
    if (parsed.success) {
      const ordinal = (ordinals.get(text) ?? 0) + 1;
      ordinals.set(text, ordinal);
      items.push({ kind, text, item: toItem(parsed.data, ordinal) });
    } else {
      const message = messageOf(parsed.error);
      items.push(reading.reject({ kind, text, verdict: 'not_recognised', message }));
    }
    yield;
  }
  return items;
}

/** Reads the lists in their order: each becomes the last one. */
function* readLists(texts: readonly string[], reading: Reading): Steps<ParsedItem[]> {
  assertCount(texts.length, maxImportedLists, 'lists');
  const lists = yield* readSection(texts, reading, {
    kind: 'list',
    label: 'List',
    nameField: 'name',
    schema: importedList,
    toItem: ({ name, color, symbols }) => ({
      kind: 'list',
      listId: null,
      name,
      color,
      stocks: [...new Set(symbols)],
    }),
  });
  return lists.toReversed();
}

function* readChannels(texts: readonly string[], reading: Reading): Steps<ParsedItem[]> {
  const items: ParsedItem[] = [];
  for (const [index, json] of texts.entries()) {
    items.push(reading.reject(rejectedChannel(parseEntry(json), index)));
    yield;
  }
  return items;
}

function rejectedChannel(value: unknown, index: number): RejectedItem {
  return {
    kind: 'channel',
    text: `Channel ${nameOf(value, 'name') ?? index + 1}`,
    verdict: 'not_added',
    message: 'Channels are not restored, because their secrets are not in the file. Add it under Signals',
  };
}
