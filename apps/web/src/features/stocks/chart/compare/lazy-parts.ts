import { lazyWithReload } from '#lib/lazy-with-reload.ts';

export const CompareKeys = lazyWithReload(async () => (await import('./compare-keys.tsx')).CompareKeys);
export const CompareProblems = lazyWithReload(
  async () => (await import('./compare-problems.tsx')).CompareProblems,
);
export const ReturnsTable = lazyWithReload(async () => (await import('./returns-table.tsx')).ReturnsTable);
