import { randomUUID } from 'node:crypto';
import { createNotifier } from '@stockbook/api';
import type { NewSignal } from '@stockbook/db';

/** `SECRET_KEY` of the servers that send. */
export const secretKey = '5e'.repeat(32);

/** Encrypts the secrets of channels like these servers. */
export function createSecrets(): ReturnType<typeof createNotifier>['secrets'] {
  return createNotifier({
    secretKey: Buffer.from(secretKey, 'hex'),
    publicUrl: null,
    mail: null,
    mailFrom: null,
    isPwaOn: true,
    allowedHosts: [],
    version: '',
    clock: () => new Date(),
  }).secrets;
}

export function signalOf(
  userId: string,
  { id, symbol }: { readonly id: number; readonly symbol: string },
  createdAt: Date,
): NewSignal {
  return {
    id: randomUUID(),
    userId,
    kind: 'signal',
    ruleId: null,
    strategyId: null,
    side: null,
    stockId: id,
    symbol,
    barDate: createdAt.toISOString().slice(0, 10),
    close: 187.4,
    currency: 'USD',
    values: [{ operand: 'rsi(14)', now: 31.2, before: 28.9 }],
    rules: [],
    sentence: `${symbol}: RSI (14) crossed above 30`,
    dataSource: 'yahoo',
    createdAt,
  };
}
