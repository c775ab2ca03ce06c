import { type EntityManager, type NewSignal, notificationDeliveryRepository } from '@stockbook/db';
import { enqueueDelivery } from './deliveries/enqueue-delivery.ts';

/** Signals of this time go out in one message. */
const groupingMs = 20_000;

/**
 * Puts signals into the outbox, in the transaction that inserts them: one message for each channel of their users, sent
 * 20 seconds later with everything that was added until then. Only signals of stocks with `notify_on_signals` leave;
 * simulated data never does.
 */
export async function queueDeliveries(
  tx: EntityManager,
  signals: readonly NewSignal[],
  now: Date,
): Promise<void> {
  const leaving = signals.filter(({ kind, dataSource }) => kind === 'signal' && dataSource !== 'simulated');
  if (leaving.length === 0) return;
  const at = new Date(now.getTime() + groupingMs);
  for (const delivery of await notificationDeliveryRepository.queue(tx, leaving, {
    now,
    nextAttemptAt: at,
  })) {
    // A job for each delivery, not for each channel: a shared job key would make transactions wait for each other.
    await enqueueDelivery(tx, { ...delivery, at });
  }
}
