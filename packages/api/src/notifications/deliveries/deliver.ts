import { notificationDeliveryRepository } from '@stockbook/db';
import type { JobOutcome } from '../../context.ts';
import { type Claim, claimAttempts } from './claim-attempts.ts';
import { deliveryPayload, enqueueDeliveries } from './queue-deliveries.ts';
import { countUnread, type DeliveryServices, sendClaim, storeOutcomes } from './send-claims.ts';

/** @returns null if the delivery has ended or was joined into another */
function claim(
  { database, clock, notifier: { webPush } }: DeliveryServices,
  id: string,
): Promise<Claim | null> {
  return database.fork().transactional(async (tx) => {
    await notificationDeliveryRepository.lockChannels(tx, [id]);
    const claimed = (await claimAttempts(tx, [id], { now: clock(), webPush })).get(id) ?? null;
    if (claimed?.state === 'early') {
      await enqueueDeliveries(tx, [{ id, userId: claimed.userId, at: claimed.at }]);
    } else if (claimed?.state === 'claimed') {
      await enqueueDeliveries(tx, [{ id, userId: claimed.delivery.user.id, at: claimed.repeatAt }]);
    }
    return claimed;
  });
}

/** Job handler: makes one attempt to send a delivery, if one is due. */
export async function deliver(
  services: DeliveryServices,
  payload: unknown,
  signal: AbortSignal,
): Promise<JobOutcome> {
  const claimed = await claim(services, deliveryPayload.parse(payload).deliveryId);
  if (claimed === null) return 'ok';
  const outcome = await sendClaim(services, claimed, await countUnread(services, [claimed]), signal);
  const [job = 'ok'] = await storeOutcomes(services, [outcome]);
  return job;
}
