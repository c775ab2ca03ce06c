import { type Database, providerStateRepository } from '@stockbook/db';
import type { CoolDownStore, ProviderHealth, ProviderService, ProviderStatus } from '@stockbook/market-data';
import type { Log } from '../context.ts';

/**
 * Rows of `provider_state`. Yahoo is the one provider whose state the processes share: files and simulations have
 * none. Its services fail apart, and a process may call only one of them. The cool-down is in the row of prices.
 */
const rowOf: Readonly<Record<ProviderService, string>> = { prices: 'yahoo', search: 'yahoo-search' };

/** The worst first. */
const bySeverity = ['rate_limited', 'unavailable', 'healthy'] as const satisfies readonly ProviderStatus[];

/** Health that has not changed is published again after this time: another process may have replaced it. */
const republishAfterMs = 60 * 1000;

/** Trouble without a known end counts for this long after it was last published. */
const troubleMs = 10 * 60 * 1000;

export interface ProviderHealthStore {
  /** One cool-down for all processes. */
  readonly coolDown: CoolDownStore;
  /** Publishes how the last call to a service went, unless it is unchanged and was published lately. */
  publish(service: ProviderService, health: ProviderHealth): void;
}

/** Shares the provider's state between processes, through the database. */
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
      await providerStateRepository.writeStatus(database.fork(), rowOf[service], { status, statusUntil });
    } catch (error) {
      lastPublished.delete(service);
      log.warn({ err: error, service }, 'the health of the provider could not be published');
    }
  }

  return {
    coolDown: {
      read: () => providerStateRepository.readCoolDown(database.fork(), rowOf.prices),
      write: (coolDown) => providerStateRepository.writeCoolDown(database.fork(), rowOf.prices, coolDown),
    },
    publish(service, { status, until }) {
      const at = clock().getTime();
      const health = `${status} ${until?.toISOString()}`;
      const last = lastPublished.get(service);
      if (last?.health === health && at - last.at < republishAfterMs) return;
      lastPublished.set(service, { health, at });
      const end = status === 'healthy' ? null : (until ?? new Date(at + troubleMs));
      publishing = publishing.then(() => write(service, status, end));
    },
  };
}

/**
 * How the last calls of whichever process went, of the service that does worse: trouble counts until it is over or
 * another call to the same service went well.
 */
export async function readProviderStatus(
  em: ReturnType<Database['fork']>,
  now: Date,
): Promise<ProviderStatus> {
  const shared = await providerStateRepository.listStatuses(em, Object.values(rowOf));
  const current = shared.filter(({ statusUntil }) => statusUntil === null || statusUntil > now);
  return bySeverity.find((status) => current.some((row) => row.status === status)) ?? 'healthy';
}
