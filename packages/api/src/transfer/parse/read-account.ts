import { AppError } from '../../errors.ts';
import { importedAccount } from '../account/schemas.ts';
import { type ParsedImport, readEntry } from './read-entry.ts';

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new AppError('BAD_REQUEST', 'The file is not valid JSON: it may be cut off', { cause });
  }
}

/**
 * Reads the watch list, the signal rules and the sets of indicators of an account export.
 * @throws AppError or ZodError if the text is not one
 */
export function readAccount(text: string): ParsedImport {
  const value = parseJson(text);
  if (typeof value !== 'object' || value === null || !('format' in value)) {
    throw new AppError('BAD_REQUEST', 'The file is not an account export of Stockbook');
  }
  const { watch_list: watchList, signal_rules: rules, study_sets: studySets } = importedAccount.parse(value);
  const entries = watchList.map((entry) =>
    readEntry(entry.symbol, {
      isin: entry.isin ?? null,
      preferences: {
        isFavorite: entry.is_favorite,
        notes: entry.notes || null,
        notifyOnSignals: entry.notify_on_signals,
      },
      indicators: entry.indicators.map((indicator) => ({
        indicatorFunction: indicator.indicator_function,
        indicatorName: indicator.indicator_name,
        parameters: indicator.parameters,
      })),
    }),
  );
  return { entries, rules, studySets };
}
