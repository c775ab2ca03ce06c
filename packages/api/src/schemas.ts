/** Browser-safe entry point of this package: schemas with their types and limits; no imports of Node modules. */
export { isIsin } from '@stockbook/market-data/symbols';
export * from './auth/schemas.ts';
export * from './history/schemas.ts';
export * from './indicators/schemas.ts';
export * from './notifications/schemas.ts';
export * from './portfolios/schemas.ts';
export { codePoints, isStorable } from './primitives.ts';
export * from './signals/schemas.ts';
export * from './stocks/schemas.ts';
export * from './strategies/backtests/schemas.ts';
export * from './strategies/schemas.ts';
export * from './strategies/sweeps/schemas.ts';
export * from './system/schemas.ts';
export * from './tasks/schemas.ts';
export * from './transfer/schemas.ts';
export * from './watch-list/schemas.ts';
