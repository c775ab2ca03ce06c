import type { NotificationDelivery, Signal } from '@stockbook/db';
import { presentCheck } from '../present-check.ts';
import type { OutgoingMessage } from '../send/destination.ts';

/** The body of a webhook stays below. */
const maxPayloadBytes = 20_000;

const maxSymbols = 5;

function titleOf(signals: readonly Signal[]): string {
  const symbols = [...new Set(signals.flatMap(({ symbol }) => symbol ?? []))];
  const shown = symbols.slice(0, maxSymbols).join(', ');
  const more = symbols.length > maxSymbols ? ' and more' : '';
  return `${signals.length === 1 ? 'Signal' : `${signals.length} signals`}: ${shown}${more}`;
}

/** A signal as in the inbox, without what changes there. */
function presentSignal(signal: Signal) {
  return {
    id: signal.id,
    rule_id: signal.rule?.id ?? null,
    strategy_id: signal.strategy?.id ?? null,
    side: signal.side,
    symbol: signal.symbol,
    bar_date: signal.barDate,
    close: signal.close,
    currency: signal.currency,
    values: signal.values,
    sentence: signal.sentence,
    data_source: signal.dataSource,
    created_at: signal.createdAt.toISOString(),
    ...presentCheck(signal),
  };
}

/** The body of a webhook: as many signals as fit, and how many do not. The same for every attempt. */
function payloadOf(signals: readonly Signal[], createdAt: Date): string {
  const data: { signals: object[]; truncated?: number } = { signals: [] };
  const body = { type: 'signal.fired', timestamp: createdAt.toISOString(), data };
  for (const [index, signal] of signals.entries()) {
    data.signals.push(presentSignal(signal));
    const left = signals.length - index - 1;
    const whole = JSON.stringify({ ...body, data: { ...data, ...(left > 0 && { truncated: left }) } });
    if (Buffer.byteLength(whole) < maxPayloadBytes) continue;
    data.signals.pop();
    data.truncated = left + 1;
    break;
  }
  return JSON.stringify(body);
}

/** The address of the bar of the only signal, or of the inbox. */
function linkOf(signals: readonly Signal[], publicUrl: string): string {
  const [signal] = signals;
  if (signals.length > 1 || signal?.symbol == null) return `${publicUrl}/signals`;
  return `${publicUrl}/stocks/${encodeURIComponent(signal.symbol)}?date=${signal.barDate}`;
}

/** @param signals newest first */
export function composeMessage(
  { id, createdAt }: Pick<NotificationDelivery, 'id' | 'createdAt'>,
  signals: readonly Signal[],
  publicUrl: string | null,
): OutgoingMessage {
  return {
    id,
    title: titleOf(signals),
    lines: signals.map(({ sentence }) => sentence),
    link: publicUrl === null ? null : linkOf(signals, publicUrl),
    payload: payloadOf(signals, createdAt),
  };
}
