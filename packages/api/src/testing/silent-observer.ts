import type { Observer } from '../context.ts';

export const silentObserver: Observer = {
  operation: () => {},
  job: () => {},
  ruleEvaluation: () => {},
  signals: () => {},
  delivery: () => {},
  quoteFetch: () => {},
  quotesServed: () => {},
  sessionSignals: () => {},
  securityEvent: () => {},
};
