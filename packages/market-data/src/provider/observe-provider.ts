import { MarketDataError, type MarketDataErrorKind } from './market-data-error.ts';
import type { DataSource, MarketDataProvider } from './provider.ts';

/** A completed call to a provider. */
export interface ProviderCall {
  readonly provider: DataSource;
  readonly operation: 'lookup' | 'search' | 'resolveIsin' | 'history';
  /** `aborted` if the caller aborted the signal. */
  readonly outcome: 'ok' | 'aborted' | MarketDataErrorKind;
  readonly seconds: number;
}

/** `provider`, reporting every completed call to `onCall`. */
export function observeProvider(
  provider: MarketDataProvider,
  source: DataSource,
  onCall: (call: ProviderCall) => void,
): MarketDataProvider {
  async function observed<T>(operation: ProviderCall['operation'], call: () => Promise<T>): Promise<T> {
    const start = performance.now();
    const report = (outcome: ProviderCall['outcome']) =>
      onCall({ provider: source, operation, outcome, seconds: (performance.now() - start) / 1000 });
    try {
      const result = await call();
      report('ok');
      return result;
    } catch (error) {
      report(error instanceof MarketDataError ? error.kind : 'aborted');
      throw error;
    }
  }
  return {
    mode: provider.mode,
    readsFiles: provider.readsFiles,
    lookup: (...args) => observed('lookup', () => provider.lookup(...args)),
    search: (...args) => observed('search', () => provider.search(...args)),
    resolveIsin: (...args) => observed('resolveIsin', () => provider.resolveIsin(...args)),
    history: (...args) => observed('history', () => provider.history(...args)),
    health: () => provider.health(),
  };
}
