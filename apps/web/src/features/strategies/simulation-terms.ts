export const simulationTerms = 'Long only, one position per stock, each stock with its own cash.';

/** Explains the switch `Live`. */
export const liveTerms = 'While a strategy is live, each of its orders becomes a signal.';
