import { catalogue, lookBack } from '@stockbook/indicators';
import { lookBackOf, type Rule, type SeriesName } from './language/index.ts';
import { seriesOf } from './language/series-of.ts';

export * from './evaluate/index.ts';
export * from './language/index.ts';
export { readRule } from './read-rule.ts';
export * from './simulate/index.ts';
export {
  type DecisionFailure,
  decideInThread,
  type StrategyOrder,
  type StrategyOrders,
} from './thread/decide-in-thread.ts';
export {
  type EvaluationAnswer,
  type EvaluationRequest,
  evaluateInThread,
  type RuleEvent,
  type RuleFailure,
  type RuleResult,
} from './thread/evaluate-in-thread.ts';
export {
  type RunResult,
  type RunSeries,
  type SimulationRequest,
  type StrategyOutcome,
  type StrategyTexts,
  simulateInThread,
} from './thread/simulate-in-thread.ts';
export { describeTooFewBars } from './too-few-bars.ts';

/** The columns that an evaluation of the rule reads: the others may be empty. The close has the number of bars. */
export const columnsReadBy = (rule: Rule): SeriesName[] => [
  ...new Set<SeriesName>(['close', ...seriesOf(rule, catalogue)]),
];

/** The number of bars before the first bar on which every part of the rule can have a value. */
export const ruleLookBack = (rule: Rule): number => lookBackOf(rule, catalogue, lookBack);
