import { formatDay } from '@stockbook/common/days';
import { type SignalRow, signalRepository } from '@stockbook/db';
import type { z } from 'zod';
import type { UserContext } from '../../context.ts';
import { presentCheck } from '../../notifications/present-check.ts';
import { isUuid } from '../../primitives.ts';
import type { OutputStream } from '../../streaming/output-stream.ts';
import { streamList } from '../../streaming/stream-list.ts';
import { formatPrice } from '../format.ts';
import type { listSignalsInput, markReadInput, SignalEntry, signalList, unreadOutput } from './schemas.ts';

/** Without a `limit`. */
const defaultLimit = 1_000;

/**
 * Lists the caller's inbox, latest bar first.
 * @throws AppError TOO_MANY_REQUESTS
 */
export function listSignals(
  ctx: UserContext,
  {
    symbol,
    rule_id: ruleId,
    strategy_id: strategyId,
    unread: isUnread,
    ...input
  }: z.output<typeof listSignalsInput>,
): Promise<OutputStream> {
  const { em, user } = ctx;
  return streamList(ctx, async (): Promise<z.infer<typeof signalList>> => {
    if ([ruleId, strategyId].some((id) => id !== undefined && !isUuid(id))) {
      return { signals: [], total: 0, unread: await signalRepository.countUnread(em, user.id) };
    }
    const filter = { limit: defaultLimit, ...input, symbol, ruleId, strategyId, isUnread };
    const { signals, total, unread } = await signalRepository.listOfUser(em, user.id, filter);
    return { signals: signals.map(presentSignal), total, unread };
  });
}

/** Maps an entry of the inbox to its API shape. */
export function presentSignal(row: SignalRow): SignalEntry {
  return {
    id: row.id,
    kind: row.kind,
    rule_id: row.ruleId,
    strategy_id: row.strategyId,
    side: row.side,
    symbol: row.symbol,
    bar_date: row.barDate,
    close: row.close,
    currency: row.currency,
    values: [...row.values],
    rules: [...row.rules],
    sentence: row.sentence,
    data_source: row.dataSource,
    is_read: row.isRead,
    created_at: row.createdAt.toISOString(),
    ...presentCheck(row),
    correction: correctionOf(row),
  };
}

/** A sentence for a signal of the session whose level the final bar did not reach. */
function correctionOf({ isConfirmed, level, barDate, symbol }: SignalRow): string | null {
  if (isConfirmed !== false || level === null) return null;
  const price = formatPrice(level, { symbol: symbol ?? '', currency: null });
  return `The final bar of ${formatDay(barDate)} did not reach ${price}.`;
}

/** Marks entries of the caller's inbox as read. Unknown ids and those of other users are ignored. */
export async function markRead(
  { em, user }: UserContext,
  { ids = [], until }: z.output<typeof markReadInput>,
): Promise<z.infer<typeof unreadOutput>> {
  const selection = until === undefined ? { ids: ids.filter(isUuid) } : { until };
  await signalRepository.markRead(em, user.id, selection);
  return { unread: await signalRepository.countUnread(em, user.id) };
}
