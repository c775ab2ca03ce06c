export * from '../indicators/quotas.ts';
export * from '../indicators/read-indicators.ts';
export * from '../indicators/store-indicators.ts';
