import { defaultSettings, type ExitLimits, type SimulationSettings } from '../../src/simulate/settings.ts';
import { simulate } from '../../src/simulate/simulate.ts';
import { dailyBars, decisionsAt, type Prices } from './daily-bars.ts';

export const noLimits: ExitLimits = { stop_loss_percent: null, take_profit_percent: null, max_bars: null };
export const free: SimulationSettings = { ...defaultSettings, commission_percent: 0, spread_percent: 0 };
export const flat = (price: number): Prices => [price, price, price, price];

/** Simulates without costs unless `settings` says otherwise. */
export function run(
  prices: readonly Prices[],
  {
    entry,
    exit,
    first,
    limits,
    settings,
  }: {
    entry: readonly number[];
    exit?: readonly number[];
    first?: number;
    limits?: Partial<ExitLimits>;
    settings?: Partial<SimulationSettings>;
  },
) {
  const decisions = decisionsAt(prices.length, entry, exit, first);
  return simulate(dailyBars(prices), decisions, { ...noLimits, ...limits }, { ...free, ...settings });
}
