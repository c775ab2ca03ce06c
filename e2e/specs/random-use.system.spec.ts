import { setTimeout as delay } from 'node:timers/promises';
import type { Page, Route } from '@playwright/test';
import { type SeededRandom, seededRandom } from '@stockbook/testing';
import { signIn } from '../support/session.ts';
import { expect, test } from '../support/test.ts';

test.use({ preloads: true });

/**
 * Random clicks, keys and navigation on a slow and failing network. `RANDOM_SEQUENCES=50` runs more sequences; a failed
 * one is replayed with `RANDOM_SEQUENCES=50 playwright test random-use -g "seed 17$"`.
 */
const sequences = Number(process.env.RANDOM_SEQUENCES ?? 4);
const stepsPerSequence = 25;
/** How long a step may wait for its target, in milliseconds. */
const patienceMs = 300;
/** How long the focus may take to reach a dialog, in milliseconds. */
const focusMs = 10_000;

const keys = [
  ...['a', 'f', 'j', 'k', '/', '?', 'x'],
  ...['Escape', 'Escape', 'Enter', 'Tab', 'Tab', 'Shift+Tab', 'ArrowDown', 'ArrowUp', 'Control+k'],
];
const pages = ['/dashboard', '/stocks', '/stocks?view=table', '/stocks/AAPL', '/signals', '/settings'];
/** Controls that end the sequence or start a download. */
const excluded = /Logout|Export|Sign out|Choose a file|Download/;

/** Delays every call, and lets one in six fail. */
function fault(random: SeededRandom) {
  return async (route: Route): Promise<void> => {
    await delay(random.below(200));
    const kind = random.below(12);
    if (kind === 0) await route.abort('connectionreset');
    else if (kind === 1) await route.fulfill({ status: random.pick([502, 503, 504]), body: '' });
    else await route.continue();
  };
}

async function clickSomething(page: Page, random: SeededRandom): Promise<string> {
  const dialog = page.getByRole('dialog').or(page.getByRole('alertdialog'));
  const scope = (await dialog.count()) > 0 ? dialog.first() : page.locator('body');
  const controls = scope.locator('a:visible, button:visible:enabled, input[type=checkbox]:visible');
  const count = await controls.count();
  if (count === 0) return 'nothing to click';
  // The element itself: a locator would look for it again, and might click `Logout`, which has its place meanwhile.
  const control = await controls.nth(random.below(count)).elementHandle({ timeout: patienceMs });
  if (control === null) return 'nothing to click';
  const name = await control.evaluate((element) => element.ariaLabel ?? element.textContent ?? '');
  if (excluded.test(name)) return `left out ${name}`;
  await control.click({ timeout: patienceMs });
  return `clicked ${name}`;
}

async function step(page: Page, random: SeededRandom): Promise<string> {
  const kind = random.below(10);
  if (kind < 4) {
    const key = random.pick(keys);
    await page.keyboard.press(key);
    return `pressed ${key}`;
  }
  if (kind < 7) return clickSomething(page, random);
  if (kind === 7) {
    const text = random.pick(['micro', 'AAPL', 'US0378331005', 'nothing']);
    await page.keyboard.type(text);
    return `typed ${text}`;
  }
  if (kind === 8) {
    await page.goBack({ waitUntil: 'commit', timeout: 2000 });
    return 'went back';
  }
  const path = random.pick(pages);
  await page.goto(path, { waitUntil: 'commit' });
  return `opened ${path}`;
}

/** Something that a person can read or act on, beside the frame of the page. */
function content(page: Page) {
  return page
    .getByRole('heading', { level: 1 })
    .or(page.getByRole('dialog'))
    .or(page.getByRole('alertdialog'))
    .or(page.getByRole('alert'))
    .or(page.getByRole('status').filter({ hasText: /\w/ }))
    .first();
}

for (let seed = 1; seed <= sequences; seed += 1) {
  test(`shows a page and keeps the focus: seed ${seed}`, async ({ page, context, reader, log }) => {
    // Reports of the browser about the faults, and of changes that the server is not asked to make.
    log.ignore(/Failed to (load resource|fetch)|net::ERR_|TRPCClientError|ChunkLoadError|did not answer/);
    const random = seededRandom(seed);
    const network = fault(seededRandom(seed + 1000));
    await context.route('**/trpc/**', (route) => {
      // The account is shared: the sequences must not change it.
      const isChange = route.request().method() === 'POST' && !route.request().url().includes('/auth.');
      return isChange ? route.fulfill({ status: 503, json: {} }) : network(route);
    });
    await signIn(page, reader);
    await page.goto('/stocks');
    const steps: string[] = [];
    for (let count = 0; count < stepsPerSequence; count += 1) {
      // A control may vanish while it is clicked, and a first page has none before it.
      steps.push(
        await step(page, random).catch((error: unknown) => `in vain: ${String(error).split('\n')[0]}`),
      );
      const history = `seed ${seed}: ${steps.join(', ')}`;
      if (!page.url().startsWith('http')) await page.goto('/stocks');
      await expect(content(page), history).toBeVisible();
      const isLost = () =>
        page.evaluate(() => {
          // A message may stand above another dialog.
          const open = [...document.querySelectorAll('[role="dialog"], [role="alertdialog"]')];
          // From a popover, the focus may go back to the button that opened it.
          const isOnTrigger = document.activeElement?.getAttribute('aria-expanded') === 'true';
          return (
            open.length > 0 && !isOnTrigger && !open.some((dialog) => dialog.contains(document.activeElement))
          );
        });
      // A dialog has the focus as long as it is open. A page that loads again ends what runs in it.
      await expect(async () => expect(await isLost(), history).toBe(false)).toPass({ timeout: focusMs });
    }
    await context.unrouteAll({ behavior: 'ignoreErrors' });
    await page.goto('/stocks');
    await expect(page.getByRole('heading', { level: 1 }), steps.join(', ')).toHaveText('Stock Tracking');
  });
}
