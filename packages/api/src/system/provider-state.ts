import { type Database, providerStateRepository } from '@stockbook/db';
import type { CoolDownStore, ProviderHealth, ProviderStatus } from '@stockbook/market-data';
import type { Log } from '../context.ts';

/** Yahoo is the one provider whose state the processes share: files and simulations have none. */
const provider = 'yahoo';

export interface SharedProviderState {
  /** One cool-down for all processes. */
  readonly coolDown: CoolDownStore;
  /** Tells the other processes how this one's last call went, where that is news. */
  report(health: ProviderHealth): void;
}

/** What the processes tell each other of the provider, through the database. */
export function shareProviderState(database: Database, log: Log): SharedProviderState {
  let told: ProviderStatus | null = null;
  let telling = Promise.resolve();
  return {
    coolDown: {
      read: () => providerStateRepository.readCoolDown(database.fork(), provider),
      write: (coolDown) => providerStateRepository.writeCoolDown(database.fork(), provider, coolDown),
    },
    report({ status, until }) {
      if (status === told) return;
      told = status;
      telling = telling
        .then(() =>
          providerStateRepository.writeStatus(database.fork(), provider, { status, statusUntil: until }),
        )
        .catch((error) => log.warn({ err: error }, 'the state of the provider could not be shared'));
    },
  };
}

/** How the last calls of this process or of another one went: a trouble of either is told until it is over. */
export async function readProviderStatus(
  em: ReturnType<Database['fork']>,
  own: ProviderHealth,
  now: Date,
): Promise<ProviderStatus> {
  if (own.status !== 'healthy') return own.status;
  const shared = await providerStateRepository.readStatus(em, provider);
  const isOver = shared === null || (shared.statusUntil !== null && shared.statusUntil <= now);
  return isOver ? 'healthy' : shared.status;
}
