export * from './language/index.ts';
