import { createHash } from 'node:crypto';
import { importLineRepository, type NewImportLine } from '@stockbook/db';
import type { z } from 'zod';
import type { UserContext } from '../context.ts';
import { nextTurn } from '../streaming/event-loop.ts';
import { requestTask } from '../tasks/tasks.ts';
import { findList } from '../watch-list/find-list.ts';
import type { StockItem } from './import-line.ts';
import { joinList } from './parse/collect-lists.ts';
import { parseImport } from './parse/parse-import.ts';
import { hasPreferences, type Preview, type PreviewedItem, previewImport } from './preview-import.ts';
import type { ImportKind, ImportLine, importInput, importOutput } from './schemas.ts';

/**
 * Previews an import, or starts the task that carries it out.
 * @throws AppError NOT_FOUND if the list is unknown, BAD_REQUEST if the text cannot be read, CONFLICT if too many tasks
 *   are unfinished
 */
export async function importStocks(
  ctx: UserContext,
  { text, commit, list_id: listId }: z.output<typeof importInput>,
): Promise<z.infer<typeof importOutput>> {
  const { user } = ctx;
  await nextTurn();
  const list = listId === undefined ? null : await findList(ctx.em, user.id, listId);
  const read = await parseImport(text, user.id);
  const parsed = list === null ? read : joinList(read, list);
  if (!commit) return presentPreview(await previewImport(ctx, parsed));
  const taskId = await requestTask(ctx, {
    kind: 'import-stocks',
    subject: createHash('sha256')
      .update(`${list?.id ?? ''}\n${text}`)
      .digest('hex'),
    payload: {},
    message: 'Importing stocks...',
    async onAdded(tx, id) {
      const preview = await previewImport({ ...ctx, em: tx }, parsed);
      await importLineRepository.add(tx, id, toImportLines(preview, ctx.services.clock()));
    },
  });
  return { task_id: taskId, message: 'Importing stocks' };
}

function presentPreview({ instruments, stocks, items }: Preview): z.infer<typeof importOutput> {
  const restorable = stocks.filter(
    ({ verdict, stock }) => verdict === 'already_there' && stock !== null && hasPreferences(stock),
  );
  const countOf = (wanted: ImportKind) =>
    items.filter(({ kind, item }) => kind === wanted && item !== null).length;
  const lines = [
    ...instruments.map(({ item: _, ...line }) => line),
    ...stocks.map(({ stock: _, ...line }) => line),
    ...items.filter(({ kind, item }) => kind === 'list' || item === null).map(({ item: _, ...line }) => line),
  ];
  return {
    lines,
    total: lines.length,
    new_stocks: stocks.filter(({ verdict }) => verdict === 'new').length,
    restorable: restorable.length,
    instruments: instruments.filter(({ item }) => item !== null).length,
    lists: countOf('list'),
    signal_rules: countOf('signal_rule'),
    study_sets: countOf('study_set'),
    strategies: countOf('strategy'),
    portfolios: countOf('portfolio'),
    transactions: items.reduce(
      (sum, { item }) => sum + (item?.kind === 'transactions' ? item.transactions.length : 0),
      0,
    ),
    journal_entries: items.reduce(
      (sum, { item }) => sum + (item?.kind === 'journal' ? item.entries.length : 0),
      0,
    ),
  };
}

/** The lines to store: those with nothing to do have ended. */
function toImportLines({ instruments, stocks, items }: Preview, now: Date): NewImportLine[] {
  const toLine = ({ item, ...line }: PreviewedItem): NewImportLine => ({
    ...headOf(line),
    item: item ?? { kind: line.kind },
    finishedAt: item ? null : now,
  });
  return [
    ...instruments.map(toLine),
    ...stocks.map(({ stock, ...line }): NewImportLine => {
      const isPending = stock !== null && (line.verdict === 'new' || hasPreferences(stock));
      if (!isPending) return { ...headOf(line), item: null, finishedAt: now };
      const { symbolOrIsin, isin, preferences } = stock;
      const item: StockItem = { kind: 'stock', symbolOrIsin, isin, preferences };
      return { ...headOf(line), item, finishedAt: null };
    }),
    ...items.map(toLine),
  ];
}

function headOf({ line, text, symbol, verdict, message }: ImportLine) {
  return { position: line, text, symbol, verdict, message };
}
