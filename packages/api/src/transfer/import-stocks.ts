import { createHash } from 'node:crypto';
import { importLineRepository, type NewImportLine } from '@stockbook/db';
import type { z } from 'zod';
import type { UserContext } from '../context.ts';
import { requestTask } from '../tasks/request-task.ts';
import type { ImportItem, IndicatorItem, StockItem } from './import-item.ts';
import { parseImport } from './parse/parse-import.ts';
import type { ParsedImport } from './parse/read-entry.ts';
import { hasPreferences, type PreviewedLine, previewImport } from './preview-import.ts';
import type { importInput, importOutput } from './schemas.ts';

/**
 * Previews an import of stocks, or starts the task that carries it out.
 * @throws AppError BAD_REQUEST if the text cannot be read, CONFLICT if too many tasks are unfinished
 */
export async function importStocks(
  ctx: UserContext,
  { text, commit }: z.output<typeof importInput>,
): Promise<z.infer<typeof importOutput>> {
  const parsed = parseImport(text);
  const { entries } = parsed;
  if (!commit) return presentPreview(await previewImport(ctx, entries), parsed);
  const taskId = await requestTask(ctx, {
    kind: 'import-stocks',
    subject: createHash('sha256').update(text).digest('hex'),
    payload: {},
    message: 'Importing stocks...',
    async onAdded(tx, id) {
      const lines = await previewImport({ ...ctx, em: tx }, entries);
      await importLineRepository.add(tx, id, toImportLines(lines, parsed, ctx.clock()));
    },
  });
  return { task_id: taskId, message: 'Importing stocks' };
}

function presentPreview(
  previewed: readonly PreviewedLine[],
  { rules, studySets }: ParsedImport,
): z.infer<typeof importOutput> {
  const restorable = previewed.filter(
    ({ verdict, stock }) => verdict === 'already_there' && stock !== null && hasPreferences(stock),
  );
  return {
    lines: previewed.map(({ stock: _, ...line }) => line),
    total: previewed.length,
    new_stocks: previewed.filter(({ verdict }) => verdict === 'new').length,
    restorable: restorable.length,
    signal_rules: rules.length,
    study_sets: studySets.length,
  };
}

/** The lines to store: those with nothing to do have ended. Indicators and rules follow all stocks. */
function toImportLines(
  previewed: readonly PreviewedLine[],
  { rules, studySets }: ParsedImport,
  now: Date,
): NewImportLine[] {
  const stocks = previewed.map(({ line, text, symbol, verdict, message, stock }): NewImportLine => {
    const isPending = stock !== null && (verdict === 'new' || hasPreferences(stock));
    const head = { position: line, text, symbol, verdict, message };
    if (!isPending) return { ...head, item: null, finishedAt: now };
    const { symbolOrIsin, isin, preferences } = stock;
    const item: StockItem = { kind: 'stock', symbolOrIsin, isin, preferences };
    return { ...head, item, finishedAt: null };
  });
  const indicators = previewed.flatMap(({ stock }) =>
    (stock?.indicators ?? []).map((indicator): IndicatorItem => {
      const { indicatorFunction, indicatorName, parameters } = indicator;
      const { symbolOrIsin } = stock ?? { symbolOrIsin: '' };
      return {
        kind: 'indicator',
        symbolOrIsin,
        indicatorFunction,
        indicatorName,
        parameters: { ...parameters },
      };
    }),
  );
  const others: { item: ImportItem; text: string }[] = [
    ...indicators.map((item) => ({ item, text: `${item.indicatorName} of ${item.symbolOrIsin}` })),
    ...studySets.map((set) => ({ item: { kind: 'study_set' as const, set }, text: `Studies ${set.name}` })),
    ...rules.map((rule) => ({ item: { kind: 'signal_rule' as const, rule }, text: `Rule ${rule.when}` })),
  ];
  return [
    ...stocks,
    ...others.map(({ item, text }, index) => ({
      position: stocks.length + index + 1,
      text,
      symbol: null,
      verdict: 'new',
      message: null,
      item,
      finishedAt: null,
    })),
  ];
}
