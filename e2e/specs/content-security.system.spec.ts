import type { Page } from '@playwright/test';
import { expect, test } from '../support/test.ts';

test.use({ preloads: true });

/** Collects the violations of the content security policy on all pages of the test. */
async function collectViolations(page: Page): Promise<string[]> {
  const violations: string[] = [];
  await page.exposeFunction('reportViolation', (violation: string) => violations.push(violation));
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      const report: unknown = Reflect.get(window, 'reportViolation');
      if (typeof report !== 'function') return;
      report(`${event.effectiveDirective}: ${event.blockedURI} on ${location.pathname} ${event.sample}`);
    });
  });
  return violations;
}

/** Without the one that says whether the server has prices during the session. */
const storedKeys = (page: Page) =>
  page.evaluate(() => Object.keys(localStorage).filter((key) => key !== 'quotes'));

test('nothing violates the policy from landing to sign-out, and signing out clears the storage', async ({
  page,
  seededUser,
}) => {
  const violations = await collectViolations(page);

  await test.step('landing and sign-up', async () => {
    await page.goto('/');
    await page.getByRole('link', { name: 'Get Started' }).first().click();
    await page.getByRole('button', { name: 'Create Account' }).click();
    await expect(page.getByText('Email is required')).toBeVisible();
  });
  await test.step('sign-in', async () => {
    await page.getByRole('link', { name: 'Sign in' }).click();
    await page.getByLabel('Email').fill(seededUser.email);
    await page.getByLabel('Password').fill(seededUser.password);
    await page.getByRole('button', { name: 'Sign In' }).click();
    await expect(page).toHaveURL('/dashboard');
  });
  await test.step('dashboard, menu and theme', async () => {
    await page.getByRole('button', { name: 'User menu' }).click();
    await page.getByRole('button', { name: 'Dark' }).click();
    await page.keyboard.press('Escape');
  });
  await test.step('watch list, adding and importing', async () => {
    await page.getByRole('link', { name: /Stock Tracking/ }).click();
    await page.getByRole('button', { name: 'Grid view' }).click();
    await page.getByRole('button', { name: 'Add Stock' }).click();
    await page.getByLabel('Stock Symbol or ISIN').pressSequentially('alpha');
    await expect(page.getByRole('option').first()).toBeVisible();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Import stocks' });
    await dialog.getByLabel('Stocks to import').fill('AAPL AMZN');
    await dialog.getByRole('button', { name: 'Preview' }).click();
    await expect(dialog.getByRole('table', { name: 'Preview of the import' })).toBeVisible();
    await dialog.getByRole('button', { name: 'Close' }).click();
  });
  await test.step('stock with its charts', async () => {
    await page.getByRole('link', { name: /AAPL/ }).click();
    await expect(page.getByRole('figure').first()).toBeVisible();
    await page.getByRole('button', { name: 'Show Indicators' }).click();
    await expect(page.getByText(/^Calculated Indicators/)).toBeVisible();
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    await page.getByRole('textbox', { name: 'Notes' }).fill('A draft that signing out removes.');
    await expect.poll(() => storedKeys(page)).toContainEqual(expect.stringMatching(/notesDraft\.AAPL$/));
    await page.getByRole('button', { name: 'Add Signal' }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await page.keyboard.press('Escape');
  });
  await test.step('strategies', async () => {
    await page.goto('/strategies');
    await expect(page.getByRole('heading', { name: 'Strategies', level: 1 })).toBeVisible();
  });
  await test.step('signals and settings', async () => {
    for (const tab of ['', '?tab=rules', '?tab=delivery']) {
      await page.goto(`/signals${tab}`);
      await expect(page.getByRole('heading', { name: 'Signals', level: 1 })).toBeVisible();
    }
    await page.goto('/settings');
    await expect(page.getByText('You have no tokens.')).toBeVisible();
    await page.getByRole('button', { name: 'Turn on' }).click();
    await expect(page.getByRole('img', { name: /QR code/ })).toBeVisible();
    await page.keyboard.press('Escape');
  });
  await test.step('sign-out', async () => {
    await page.goto('/dashboard');
    await page.getByRole('button', { name: 'Logout' }).click();
    await expect(page).toHaveURL('/login');
    expect(await storedKeys(page)).toEqual(['theme']);
  });
  expect(violations).toEqual([]);
});

test('nothing violates the policy on the reference page', async ({ page }) => {
  const violations = await collectViolations(page);
  // The page renders the operations that are in sight.
  await page.goto('/api/docs#/auth/getCurrentUser');
  await expect(page.getByRole('button', { name: 'Execute' })).toBeVisible();
  expect(violations).toEqual([]);
});

test('the policy forbids inline styles and scripts, and reports them', async ({ page, log }) => {
  log.expect(/violates the following Content Security Policy directive/);
  const violations = await collectViolations(page);
  await page.goto('/login');
  await page.evaluate(() => {
    document.body.insertAdjacentHTML('beforeend', '<p style="color: red">red</p>');
    document.head.append(Object.assign(document.createElement('style'), { textContent: 'p { color: red }' }));
    document.head.append(Object.assign(document.createElement('script'), { textContent: 'void 0' }));
  });
  await expect
    .poll(() => violations.map((violation) => violation.split(':')[0]))
    .toEqual(['style-src-attr', 'style-src-elem', 'script-src-elem']);
});
