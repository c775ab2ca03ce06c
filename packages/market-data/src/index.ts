export { createProvider, type ProviderOptions } from './create-provider.ts';
export { MarketDataError, type MarketDataErrorKind } from './market-data-error.ts';
export type { ProviderCall } from './observe-provider.ts';
export type * from './provider.ts';
export * from './symbols.ts';
export type { CoolDown, CoolDownStore } from './yahoo/cool-down.ts';
export type { HealthListener } from './yahoo/yahoo-call-policy.ts';
