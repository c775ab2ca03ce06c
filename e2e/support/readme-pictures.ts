import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';

/** The folder of the README's pictures, each with the outline of its screen. */
export const readmeFolder = fileURLToPath(new URL('../../docs/pictures/', import.meta.url));

interface ReadmePicture {
  /** Of `allScreens`. */
  readonly screen: string;
  readonly colorScheme: 'light' | 'dark';
  readonly width: number;
}

export const readmePictures: readonly ReadmePicture[] = [
  { screen: 'stock-detail-studies', colorScheme: 'dark', width: 1280 },
  { screen: 'stocks', colorScheme: 'light', width: 1280 },
  { screen: 'stocks', colorScheme: 'dark', width: 390 },
  { screen: 'stock-detail', colorScheme: 'light', width: 390 },
];

export function pictureName({ screen, colorScheme, width }: ReadmePicture): string {
  return `${screen}-${colorScheme}-${width}`;
}

/** A phone's window is as wide as a finger needs its controls to be large. */
export function deviceOf({ colorScheme, width }: Pick<ReadmePicture, 'colorScheme' | 'width'>) {
  const isPhone = width < 600;
  return {
    colorScheme,
    viewport: { width, height: isPhone ? 844 : 800 },
    hasTouch: isPhone,
    isMobile: isPhone,
    reducedMotion: 'reduce' as const,
  };
}

/**
 * The text that a screen reader reads on a page, without the numbers and months that change from day to day. It
 * changes when the page shows something else, and not with every change of its code.
 */
export async function outlineOf(page: Page): Promise<string> {
  const outline = await page.locator('body').ariaSnapshot();
  return outline
    .replaceAll(/\b(Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)\b/g, 'Jan')
    .replaceAll(/[+−-]?\d(?:[\d.,]*\d)?[KMB]?/g, '0')
    .concat('\n');
}
