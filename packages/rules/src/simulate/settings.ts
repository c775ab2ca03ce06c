/** Costs and sizing of a simulation, by their names in the API. Money is in the stock's currency. */
export interface SimulationSettings {
  readonly cash: number;
  /** The part of the cash that a purchase may spend. */
  readonly size_percent: number;
  /** A share of the traded value, at entry and at exit. */
  readonly commission_percent: number;
  /** Per order, at entry and at exit. */
  readonly commission_fixed: number;
  /** A purchase pays this much more than the open. */
  readonly spread_percent: number;
  /** Trades multiples of 1e-8 shares instead of whole shares. */
  readonly fractional: boolean;
}

export interface BacktestSettings extends SimulationSettings {
  /** The first and the last date of the run, `YYYY-MM-DD`, both included. */
  readonly since: string | null;
  readonly until: string | null;
  readonly dividends: boolean;
}

/** The exits of a strategy besides its exit rule. */
export interface ExitLimits {
  readonly stop_loss_percent: number | null;
  readonly take_profit_percent: number | null;
  readonly max_bars: number | null;
}

export const defaultSettings: BacktestSettings = {
  cash: 10_000,
  size_percent: 100,
  commission_percent: 0.1,
  commission_fixed: 0,
  spread_percent: 0.05,
  since: null,
  until: null,
  fractional: false,
  dividends: false,
};

/** `above` and `below` are exclusive, `min` and `max` inclusive. */
export const settingsBounds = {
  cash: { above: 0 },
  size_percent: { above: 0, max: 100 },
  commission_percent: { min: 0, below: 10 },
  commission_fixed: { min: 0 },
  spread_percent: { min: 0, max: 10 },
} as const;

export const exitLimitBounds = {
  stop_loss_percent: { above: 0, below: 100 },
  take_profit_percent: { above: 0, max: 10_000 },
  max_bars: { min: 1, max: 5_000 },
} as const;
