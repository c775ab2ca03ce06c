import { dayMs, hourMs } from '@stockbook/common/durations';
import type { NotificationDelivery, Signal } from '@stockbook/db';
import { presentCheck } from '../present-check.ts';
import type { OutgoingMessage, PushFacts } from '../send/destination.ts';

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

/** The page of the bar of the only signal, or of the inbox. */
function pathOf(signals: readonly Signal[]): string {
  const [signal] = signals;
  if (signals.length > 1 || signal?.symbol == null) return '/signals';
  return `/stocks/${encodeURIComponent(signal.symbol)}?date=${signal.barDate}`;
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
    link: publicUrl === null ? null : `${publicUrl}${pathOf(signals)}`,
    payload: payloadOf(signals, createdAt),
  };
}

/** How long a signal is worth a push: a level is of interest while its session lasts. */
const usefulForMs = { close: dayMs, session: 4 * hourMs };

type SignalTimes = Pick<Signal, 'priceTime' | 'createdAt'>;

/** When the last of these signals is too old for a push. */
export function expiryOf(signals: readonly SignalTimes[]): Date {
  const ends = signals.map(
    ({ priceTime, createdAt }) =>
      createdAt.getTime() + (priceTime === null ? usefulForMs.close : usefulForMs.session),
  );
  return new Date(Math.max(...ends));
}

/**
 * @param signals newest first
 * @param unread entries of the user's inbox
 */
export function pushFactsOf(
  signals: readonly Signal[],
  { unread, now }: { unread: number; now: Date },
): PushFacts {
  return {
    path: pathOf(signals),
    at: new Date(Math.max(...signals.map(({ createdAt }) => createdAt.getTime()))),
    unread,
    timeToLiveS: Math.max(0, Math.floor((expiryOf(signals).getTime() - now.getTime()) / 1000)),
    urgency: signals.some(({ priceTime }) => priceTime !== null) ? 'high' : 'normal',
    signalCount: signals.length,
  };
}
