export { calculate, calculateAllowingNonFinite, type IndicatorResult, lookback } from './calculate.ts';
export { catalogue, findIndicator } from './catalogue.ts';
export type { IndicatorDefinition, IndicatorParameter, IndicatorUnit } from './indicator.ts';
export { IndicatorError, type IndicatorErrorCode } from './indicator-error.ts';
export type { OhlcvColumns, SeriesColumns } from './series.ts';
export { calculateInThread } from './thread/calculate-in-thread.ts';
export { answerInThread } from './thread/thread-pool.ts';
export { checkBarCount } from './validation/check-bar-count.ts';
export { checkParameters } from './validation/check-parameters.ts';
