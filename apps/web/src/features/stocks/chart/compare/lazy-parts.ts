import { lazyWithReload } from '#lib/lazy-with-reload.ts';

export const CompareKeys = lazyWithReload(async () => (await import('./compare-results.tsx')).CompareKeys);
export const CompareProblems = lazyWithReload(
  async () => (await import('./compare-results.tsx')).CompareProblems,
);
export const ReturnsTable = lazyWithReload(async () => (await import('./compare-results.tsx')).ReturnsTable);
