import { violations } from '../../support/axe.ts';
import { testScreens, wcagRules } from '../../support/looks.ts';
import { screenGroups } from '../../support/screens/all-screens.ts';
import { expect, test } from '../../support/test.ts';

testScreens(screenGroups.visitor);

test('the look at a screen finds a nameless button and a pale text', async ({ page }) => {
  await page.setContent(
    '<html lang="en"><title>Test</title><button></button><p style="color: #aaa">Pale</p></html>',
  );
  const found = await violations(page, wcagRules);
  expect(found.map((violation) => violation.split(':')[0])).toEqual(['button-name', 'color-contrast']);
  expect(await violations(page, ['color-contrast'])).toEqual([expect.stringContaining('color-contrast: p:')]);
});
