export { parseRetryAfter } from './calls/retry-after.ts';
export { createProvider, type ProviderOptions } from './create-provider.ts';
export { isKeyedSource } from './keyed/keyed-source.ts';
export { MarketDataError, type MarketDataErrorKind } from './provider/market-data-error.ts';
export type { ProviderCall } from './provider/observe-provider.ts';
export type * from './provider/provider.ts';
export * from './symbols/symbols.ts';
export type { CoolDown, CoolDownStore } from './yahoo/calls/cool-down.ts';
