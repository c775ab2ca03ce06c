import type { Page } from '@playwright/test';

/**
 * The texts whose hyphens are as wide as a figure, because they stand among figures: "Take - profit". A minus is
 * another sign.
 */
export function textsWithWideHyphens(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const found: string[] = [];
    while (texts.nextNode()) {
      const { textContent, parentElement } = texts.currentNode;
      if (!textContent || !/[a-z]-[a-z]/i.test(textContent) || !parentElement?.checkVisibility()) continue;
      if (getComputedStyle(parentElement).fontVariantNumeric.includes('tabular-nums'))
        found.push(textContent);
    }
    return found;
  });
}
