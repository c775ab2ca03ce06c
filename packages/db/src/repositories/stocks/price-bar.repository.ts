export * from '../bars/periods.ts';
export * from '../bars/read-bars.ts';
export * from '../bars/store-bars.ts';
export * from '../bars/summary.ts';
