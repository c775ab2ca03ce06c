import type { Observer } from '../context.ts';

/** Reports nothing. */
export const silentObserver: Observer = {
  operation: () => {},
  job: () => {},
  ruleEvaluation: () => {},
  signals: () => {},
  delivery: () => {},
  securityEvent: () => {},
};
