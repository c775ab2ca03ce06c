export { calculate, type IndicatorResult, lookback } from './calculate.ts';
export { calculateInThread } from './calculate-in-thread.ts';
export { catalogue, findIndicator } from './catalogue.ts';
export { checkBarCount } from './check-bar-count.ts';
export { checkParameters } from './check-parameters.ts';
export type { IndicatorDefinition, IndicatorParameter } from './indicator.ts';
export { IndicatorError, type IndicatorErrorCode } from './indicator-error.ts';
export type { OhlcvColumns } from './series.ts';
