import { takeShifts, watchShifts } from '../support/layout-shifts.ts';
import { signIn } from '../support/session.ts';
import { expect, test } from '../support/test.ts';

/** A sum below it is written 0.00: when the font has loaded, a text may move by a pixel. */
const leastShift = 0.005;

/** The pages, each with a text that shows when it has loaded. */
const pages = {
  visitor: [
    ['/login', 'No account yet?'],
    ['/register', 'Have an account already?'],
  ],
  member: [
    ['/dashboard', 'Coming soon'],
    ['/stocks?view=list', 'Apple Inc.'],
    ['/stocks?view=grid', 'Apple Inc.'],
    ['/stocks?view=table', 'AAPL'],
    ['/settings', 'You have no tokens.'],
  ],
} as const;

for (const width of [390, 1280]) {
  for (const who of ['visitor', 'member'] as const) {
    test(`moves nothing after the first paint on the pages of a ${who}, at ${width} pixels`, async ({
      page,
      reader,
    }) => {
      await watchShifts(page);
      if (who === 'member') await signIn(page, reader);
      await page.setViewportSize({ width, height: 844 });
      const moved: string[] = [];
      for (const [path, text] of pages[who]) {
        await page.goto(path, { waitUntil: 'networkidle' });
        await expect(page.getByText(text).first()).toBeVisible();
        const shifts = await takeShifts(page);
        const sum = shifts.reduce((total, { value }) => total + value, 0);
        if (sum >= leastShift) moved.push(`${path}: ${shifts.flatMap((shift) => shift.moved).join('; ')}`);
      }
      expect(moved).toEqual([]);
    });
  }
}
