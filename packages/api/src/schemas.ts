/** The browser-safe door of this package: schemas, their types and their limits, nothing that touches Node. */
export * from './auth/schemas.ts';
export * from './indicators/schemas.ts';
export * from './portfolios/schemas.ts';
export * from './stocks/schemas.ts';
export * from './strategies/schemas.ts';
export * from './system/schemas.ts';
export * from './tasks/schemas.ts';
export { codePoints, isStorable } from './text.ts';
