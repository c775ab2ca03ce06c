import type { Locator } from '@playwright/test';

type Color = readonly [red: number, green: number, blue: number];

/** How many pixels of the canvases within are painted in a colour, give or take the rounding of a blend. */
export function countPixels(within: Locator, color: Color): Promise<number> {
  return within.evaluate((element, [red, green, blue]) => {
    let count = 0;
    for (const canvas of element.querySelectorAll('canvas')) {
      const data = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data ?? [];
      for (let at = 0; at < data.length; at += 4) {
        const distance =
          Math.abs((data[at] ?? 0) - red) +
          Math.abs((data[at + 1] ?? 0) - green) +
          Math.abs((data[at + 2] ?? 0) - blue);
        if (distance <= 6 && data[at + 3] === 255) count += 1;
      }
    }
    return count;
  }, color);
}

/** The light theme's colours of the charts. */
export const colors = {
  up: [8, 120, 74],
  down: [194, 42, 58],
  line: [37, 99, 235],
  warn: [138, 90, 0],
} as const;

/** A colour at 60 % opacity on white. */
export function veiled([red, green, blue]: Color): Color {
  const blend = (part: number) => 0.6 * part + 0.4 * 255;
  return [blend(red), blend(green), blend(blue)];
}
