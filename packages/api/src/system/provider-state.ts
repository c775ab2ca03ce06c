import { type Database, providerStateRepository } from '@stockbook/db';
import type { CoolDownStore, ProviderHealth, ProviderStatus } from '@stockbook/market-data';
import type { Log } from '../context.ts';

/** Yahoo is the one provider whose state the processes share: files and simulations have none. */
const provider = 'yahoo';

/** What has not changed is told again after so long: another process may have told otherwise meanwhile. */
const repeatMs = 60 * 1000;

/** A trouble of which nobody knows how long it lasts counts for so long after it was last told. */
const troubleMs = 10 * 60 * 1000;

export interface SharedProviderState {
  /** One cool-down for all processes. */
  readonly coolDown: CoolDownStore;
  /** Tells the other processes how this one's last call went, where that is news or was not told of late. */
  report(health: ProviderHealth): void;
}

/** What the processes tell each other of the provider, through the database. */
export function shareProviderState(database: Database, clock: () => Date, log: Log): SharedProviderState {
  let told: { readonly health: string; readonly at: number } | null = null;
  let telling = Promise.resolve();

  async function tell(status: ProviderStatus, statusUntil: Date | null): Promise<void> {
    try {
      await providerStateRepository.writeStatus(database.fork(), provider, { status, statusUntil });
    } catch (error) {
      told = null;
      log.warn({ err: error }, 'the state of the provider could not be shared');
    }
  }

  return {
    coolDown: {
      read: () => providerStateRepository.readCoolDown(database.fork(), provider),
      write: (coolDown) => providerStateRepository.writeCoolDown(database.fork(), provider, coolDown),
    },
    report({ status, until }) {
      const at = clock().getTime();
      const health = `${status} ${until?.toISOString()}`;
      if (told?.health === health && at - told.at < repeatMs) return;
      told = { health, at };
      const end = status === 'healthy' ? null : (until ?? new Date(at + troubleMs));
      telling = telling.then(() => tell(status, end));
    },
  };
}

/** How the last calls of whichever process went: a trouble is told until it is over or another call went well. */
export async function readProviderStatus(
  em: ReturnType<Database['fork']>,
  now: Date,
): Promise<ProviderStatus> {
  const shared = await providerStateRepository.readStatus(em, provider);
  const isOver = shared === null || (shared.statusUntil !== null && shared.statusUntil <= now);
  return isOver ? 'healthy' : shared.status;
}
