import type { z } from 'zod';
import { AppError, toAppError } from '../../errors.ts';
import { createPortfolioInput } from '../../portfolios/schemas.ts';
import { codePoints, isStorable, nullIfBlank, requiredName } from '../../primitives.ts';
import { createSignalRuleInput } from '../../signals/rules/schemas.ts';
import { createStrategyInput } from '../../strategies/schemas.ts';
import { createStudySetInput } from '../../study-sets/schemas.ts';
import { importedAccount, importedIndicator, importedStock } from '../account/schemas.ts';
import type { ImportItem } from '../import-item.ts';
import type { ImportKind } from '../schemas.ts';
import { assertItemCount, assertStockCount } from './assert-count.ts';
import { type ParsedEntry, type ParsedImport, type ParsedItem, readEntry } from './read-entry.ts';

/** The longest message of an entry: keys of the file are part of some. */
const maxMessageLength = 500;

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

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new AppError('BAD_REQUEST', 'The file is not valid JSON: it may be cut off', { cause });
  }
}

/**
 * Reads what an account export can restore. An entry that is not valid is reported and does not prevent the others. Exports
 * are newest first: reading them backwards keeps the order.
 * @throws AppError if the text is not an export
 */
export function readAccount(text: string): ParsedImport {
  const value = parseJson(text);
  if (typeof value !== 'object' || value === null || !('format' in value)) {
    throw new AppError('BAD_REQUEST', 'The file is not an account export of Stockbook');
  }
  const { data: account, error } = importedAccount.safeParse(value);
  if (error) throw toAppError(error);
  // Before any entry is read: 2 MiB hold a million entries of one character.
  assertStockCount(account.watch_list.length);
  const stocks = account.watch_list.map((entry) => importedStock.safeParse(entry));
  const { study_sets, signal_rules, strategies, portfolios, channels } = account;
  assertItemCount(
    [
      ...[study_sets, signal_rules, strategies, portfolios, channels],
      ...stocks.map(({ data }) => data?.indicators ?? []),
    ].reduce((sum, { length }) => sum + length, 0),
  );
  return {
    entries: stocks.map((stock, index) => readStock(stock, index + 1)).toReversed(),
    items: [
      ...readSection(study_sets, {
        kind: 'study_set',
        label: 'Studies',
        nameField: 'name',
        schema: createStudySetInput,
        toItem: (set) => ({ kind: 'study_set', set }),
      }),
      ...readSection(signal_rules, {
        kind: 'signal_rule',
        label: 'Rule',
        nameField: 'when',
        schema: createSignalRuleInput,
        toItem: (rule) => ({ kind: 'signal_rule', rule }),
      }),
      ...readSection(strategies, {
        kind: 'strategy',
        label: 'Strategy',
        nameField: 'name',
        schema: createStrategyInput,
        toItem: (strategy, ordinal) => ({ kind: 'strategy', strategy, ordinal }),
      }),
      ...readSection(portfolios, {
        kind: 'portfolio',
        label: 'Portfolio',
        nameField: 'name',
        schema: createPortfolioInput,
        toItem: (portfolio, ordinal) => ({ kind: 'portfolio', portfolio, ordinal }),
      }),
      ...channels.map(rejectChannel),
    ],
  };
}

function readStock(
  { data, error }: z.ZodSafeParseResult<z.output<typeof importedStock>>,
  number: number,
): ParsedEntry {
  if (!data) return { text: `Stock ${number}`, verdict: 'not_recognised', message: messageOf(error) };
  const entry = readEntry(data.symbol, {
    isin: data.isin ?? null,
    preferences: {
      isFavorite: data.is_favorite,
      notes: nullIfBlank(data.notes),
      notifyOnSignals: data.notify_on_signals,
    },
  });
  if (!('stock' in entry)) return entry;
  const { symbolOrIsin } = entry.stock;
  const indicators = readSection(data.indicators, {
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
  return { ...entry, stock: { ...entry.stock, indicators: ofStock } };
}

function readSection<Output>(
  values: readonly unknown[],
  { kind, label, nameField, schema, toItem }: Section<Output>,
): ParsedItem[] {
  const ordinals = new Map<string, number>();
  return values
    .map((value, index) => ({ value, text: `${label} ${nameOf(value, nameField) ?? index + 1}` }))
    .toReversed()
    .map(({ value, text }): ParsedItem => {
      const parsed = schema.safeParse(value);
      if (!parsed.success) return { kind, text, verdict: 'not_recognised', message: messageOf(parsed.error) };
      const ordinal = (ordinals.get(text) ?? 0) + 1;
      ordinals.set(text, ordinal);
      return { kind, text, item: toItem(parsed.data, ordinal) };
    });
}

function rejectChannel(value: unknown, index: number): ParsedItem {
  return {
    kind: 'channel',
    text: `Channel ${nameOf(value, 'name') ?? index + 1}`,
    verdict: 'not_added',
    message: 'Channels are not restored, because their secrets are not in the file. Add it under Signals',
  };
}

const maxNameLength = 2_000;
const nameSchema = requiredName('Name', maxNameLength);

/** The name of an entry that may not be valid; null without one that can be shown. */
function nameOf(value: unknown, field: string): string | null {
  if (typeof value !== 'object' || value === null) return null;
  return nameSchema.safeParse(new Map(Object.entries(value)).get(field)).data ?? null;
}

function messageOf(error: z.ZodError): string {
  const { message } = toAppError(error);
  return isStorable(message) && codePoints(message) <= maxMessageLength ? message : 'The entry is not valid';
}
