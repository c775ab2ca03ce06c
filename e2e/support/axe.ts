import type { Page } from '@playwright/test';
import axe, { type RunOptions } from 'axe-core';

declare global {
  interface Window {
    axe?: typeof axe;
  }
}

/**
 * Violations that axe finds on the page, each with the element that it is about. `@axe-core/playwright` would open
 * another page for each run, to combine the results of frames, which no page has.
 * @param rules names or tags of rules; by default all
 */
export async function violations(page: Page, rules?: string[]): Promise<string[]> {
  if (await page.evaluate(() => window.axe === undefined)) await page.evaluate(axe.source);
  const found = await page.evaluate(
    async (options) => (await window.axe?.run(document, options))?.violations,
    { ...(rules && { runOnly: rules }), resultTypes: ['violations'] } satisfies RunOptions,
  );
  if (found === undefined) throw new Error('axe has not been loaded');
  return found.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}: ${failureSummary}`),
  );
}
