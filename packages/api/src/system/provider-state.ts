import { minuteMs } from '@stockbook/common/durations';
import { type Database, providerStateRepository } from '@stockbook/db';
import type { CoolDownStore, ProviderHealth, ProviderService, ProviderStatus } from '@stockbook/market-data';
import type { Log } from '../log.ts';

/**
 * Rows of `provider_state`: one per service, since they fail independently; named after Yahoo, whatever the source.
 * Files and simulations have no state to share. The cool-down of Yahoo is in the row of prices.
 */
const rowNames: Readonly<Record<ProviderService, string>> = { prices: 'yahoo', search: 'yahoo-search' };

/** Worst first. */
const bySeverity = ['rate_limited', 'unavailable', 'healthy'] as const satisfies readonly ProviderStatus[];

/** Unchanged health is published again after this time: another process may have replaced it. */
const republishAfterMs = minuteMs;

/** A failure without a known end expires this long after it was last published. */
const failureTtlMs = 10 * minuteMs;

export interface ProviderHealthStore {
  /** One cool-down for all processes. */
  readonly coolDown: CoolDownStore;
  /** Publishes the health of a service, unless it is unchanged and was published less than a minute ago. */
  publish(service: ProviderService, health: ProviderHealth): void;
}

/** Shares the provider's health and cool-down between processes through the database. */
export function createProviderHealthStore(
  database: Database,
  clock: () => Date,
  log: Log,
): ProviderHealthStore {
  const lastPublished = new Map<ProviderService, { readonly health: string; readonly at: number }>();
  let publishing = Promise.resolve();

  async function write(
    service: ProviderService,
    status: ProviderStatus,
    statusUntil: Date | null,
  ): Promise<void> {
    try {
      await providerStateRepository.writeStatus(database.fork(), rowNames[service], { status, statusUntil });
    } catch (error) {
      lastPublished.delete(service);
      log.warn({ err: error, service }, 'failed to publish the health of the provider');
    }
  }

  return {
    coolDown: {
      read: () => providerStateRepository.readCoolDown(database.fork(), rowNames.prices),
      write: (coolDown) => providerStateRepository.writeCoolDown(database.fork(), rowNames.prices, coolDown),
    },
    publish(service, { status, until }) {
      const at = clock().getTime();
      const health = `${status} ${until?.toISOString()}`;
      const last = lastPublished.get(service);
      if (last?.health === health && at - last.at < republishAfterMs) return;
      lastPublished.set(service, { health, at });
      const end = status === 'healthy' ? null : (until ?? new Date(at + failureTtlMs));
      publishing = publishing.then(() => write(service, status, end));
    },
  };
}

/**
 * Returns the worst status of the provider's services, as published by any process. A failure counts until it expires
 * or a later call to the same service succeeds.
 */
export async function readProviderStatus(
  em: ReturnType<Database['fork']>,
  now: Date,
): Promise<ProviderStatus> {
  const shared = await providerStateRepository.listStatuses(em, Object.values(rowNames));
  const current = shared.filter(({ statusUntil }) => statusUntil === null || statusUntil > now);
  return bySeverity.find((status) => current.some((row) => row.status === status)) ?? 'healthy';
}
