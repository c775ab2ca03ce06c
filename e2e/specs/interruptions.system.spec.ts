import { setTimeout as delay } from 'node:timers/promises';
import type { BrowserContext, Page, Route } from '@playwright/test';
import { type SeededRandom, seededRandom } from '@stockbook/testing';
import { type Account, noTokens, signInAgain, storedTokens } from '../support/session.ts';
import { expect, test } from '../support/test.ts';

test.use({ preloads: true });

/**
 * Random sequences of what people do while a page loads, on a slow and failing network. `RANDOM_SEQUENCES=50` runs
 * more of them; a failed one is replayed with `RANDOM_SEQUENCES=50 playwright test interruptions -g "seed 17$"`.
 */
const sequences = Number(process.env.RANDOM_SEQUENCES ?? 12);
const seeds = Array.from({ length: sequences }, (_, index) => index + 1);
const stepsPerSequence = 8;
/** How long a step waits for something to act on, in milliseconds: the network may be failing. */
const patienceMs = 500;
/** Several times what the slowest simulated response takes. */
const navigationTimeoutMs = 5_000;
/** How long a tab may take to show its page again once the network works, in milliseconds. */
const recoveryMs = 20_000;
const symbols = ['AAPL', 'MSFT'] as const;
type StockSymbol = (typeof symbols)[number];

/** Delays calls, and lets some fail in the ways that say nothing about the sign-in. */
class FaultyNetwork {
  readonly #random: SeededRandom;
  isFaulty = true;

  constructor(seed: number) {
    this.#random = seededRandom(seed + 1000);
  }

  async handle(route: Route): Promise<void> {
    const fault = this.isFaulty
      ? this.#random.pick(['none', 'none', 'none', 'abort', 'busy', 'proxy'])
      : 'none';
    if (this.isFaulty) await delay(this.#random.below(300));
    if (fault === 'abort') await route.abort('connectionreset');
    else if (fault === 'busy') await route.fulfill({ status: this.#random.pick([429, 503, 504]), json: {} });
    else if (fault === 'proxy') await route.fulfill({ status: 502, body: '<h1>502 Bad Gateway</h1>' });
    else await route.continue();
  }
}

/** One visitor with up to two tabs, who remembers what they have written. */
class Visitor {
  readonly steps: string[] = [];
  readonly drafts = new Map<StockSymbol, string>();
  readonly #random: SeededRandom;
  readonly #context: BrowserContext;
  readonly #tabs: Page[];
  #page: Page;

  constructor(seed: number, context: BrowserContext, page: Page) {
    this.#random = seededRandom(seed);
    this.#context = context;
    this.#page = page;
    this.#tabs = [page];
  }

  get tabs(): readonly Page[] {
    return this.#tabs;
  }

  async step(): Promise<void> {
    const step = this.#random.pick([
      'reload',
      'reload several times',
      'go back',
      'go forward',
      'open the list',
      'follow a link',
      'open a stock',
      'open a stock',
      'switch tabs',
      'press Escape',
      'lose the network',
      'write',
      'write',
      'write',
    ]);
    this.steps.push(`${step} at ${new URL(this.#page.url()).pathname}`);
    await this.#tryTo(() => this.#take(step));
    if (this.#random.below(2) === 0) await this.#page.waitForTimeout(this.#random.below(250));
  }

  async #take(step: string): Promise<void> {
    const page = this.#page;
    const random = this.#random;
    if (step === 'reload') await page.reload({ waitUntil: 'commit' });
    else if (step === 'reload several times') {
      for (let count = 0; count < 4; count += 1) await page.reload({ waitUntil: 'commit' });
    } else if (step === 'go back') await page.goBack({ waitUntil: 'commit' });
    else if (step === 'go forward') await page.goForward({ waitUntil: 'commit' });
    else if (step === 'open the list') await page.goto('/stocks', { waitUntil: 'commit' });
    else if (step === 'open a stock') {
      await page.goto(`/stocks/${random.pick(symbols)}`, { waitUntil: 'commit' });
    } else if (step === 'follow a link') await this.#followLink();
    else if (step === 'switch tabs') await this.#switchTabs();
    else if (step === 'press Escape') await page.keyboard.press('Escape');
    else if (step === 'lose the network') {
      await this.#context.setOffline(true);
      await page.waitForTimeout(100 + random.below(300));
      await this.#context.setOffline(false);
    } else await this.#write();
  }

  async #followLink(): Promise<void> {
    const links = this.#page.getByRole('link', { name: /Back to|dashboard|Stock Tracking|Apple|Microsoft/ });
    const count = await links.count();
    if (count > 0) await links.nth(this.#random.below(count)).click({ timeout: patienceMs });
  }

  async #switchTabs(): Promise<void> {
    if (this.#tabs.length < 2) {
      this.#page = await this.#context.newPage();
      this.#tabs.push(this.#page);
      await this.#page.goto(`/stocks/${this.#random.pick(symbols)}`, { waitUntil: 'commit' });
      return;
    }
    this.#page = this.#tabs.find((tab) => tab !== this.#page) ?? this.#page;
    await this.#page.bringToFront();
  }

  async #write(): Promise<void> {
    const symbol = symbols.find((candidate) => this.#page.url().includes(`/stocks/${candidate}`));
    if (!symbol) return;
    const notes = this.#page.getByRole('region', { name: 'Notes' });
    const text = `Draft ${this.steps.length} of ${symbol}`;
    await notes.waitFor({ timeout: patienceMs });
    const edit = notes.getByRole('button', { name: 'Edit' });
    if (await edit.isVisible()) await edit.click({ timeout: patienceMs });
    await notes.getByRole('textbox').fill(text, { timeout: patienceMs });
    this.drafts.set(symbol, text);
    this.steps.push(`wrote "${text}"`);
  }

  /** The control may not be there yet; a navigation may overtake the one before. */
  async #tryTo(act: () => Promise<void>): Promise<void> {
    try {
      await act();
    } catch (error) {
      this.steps.push(`in vain: ${String(error).split('\n')[0]}`);
    }
  }
}

async function signInWithSomeToken(page: Page, account: Account, random: SeededRandom): Promise<void> {
  const secondsLeft = random.pick([3600, 30, -30]);
  const tokens = {
    refreshToken: account.refreshToken,
    tokenExpiry: new Date(Date.now() + secondsLeft * 1000).toISOString(),
    accessToken: account.accessToken,
  };
  await page.addInitScript((entries) => {
    // Blank pages have no storage.
    if (!location.protocol.startsWith('http') || localStorage.getItem('isSignedInByTest')) return;
    for (const [key, value] of entries) localStorage.setItem(key, value);
    localStorage.setItem('isSignedInByTest', 'true');
  }, Object.entries(tokens));
}

for (const seed of seeds) {
  test(`neither signs out, loses a draft nor hangs: seed ${seed}`, async ({
    page,
    context,
    request,
    reader,
    log,
  }) => {
    // Reports of the browser about the faults.
    log.ignore(/Failed to (load resource|fetch)|net::ERR_|TRPCClientError|ChunkLoadError|did not answer/);
    const network = new FaultyNetwork(seed);
    await context.route('**/trpc/**', (route) => network.handle(route));
    // A navigation that the page cancels may never end.
    context.setDefaultNavigationTimeout(navigationTimeoutMs);
    const visitor = new Visitor(seed, context, page);
    const signInPages: string[] = [];
    const watch = (tab: Page) =>
      tab.on('framenavigated', (frame) => {
        if (new URL(frame.url()).pathname === '/login') signInPages.push(visitor.steps.join(', '));
      });
    watch(page);
    context.on('page', watch);

    await test.step(`seed ${seed}`, async () => {
      await signInWithSomeToken(page, await signInAgain(request, reader), seededRandom(seed + 2000));
      await page.goto(`/stocks/${symbols[seed % symbols.length]}`, { waitUntil: 'commit' });
      for (let count = 0; count < stepsPerSequence; count += 1) await visitor.step();

      network.isFaulty = false;
      // The browsers' event of a network that comes back ends all waiting.
      await context.setOffline(true);
      await context.setOffline(false);
      const steps = `seed ${seed}: ${visitor.steps.join(', ')}`;
      for (const tab of visitor.tabs) {
        const logout = tab.getByRole('button', { name: 'Logout' });
        // The router reloads once if the code of a page does not come, which offline ends on the browser's error page.
        // The first page of a tab is blank.
        if (!tab.url().startsWith('http')) await tab.goto('/stocks');
        // Other scripts that the network lost come only with a reload, which the page then offers.
        const reload = tab.getByRole('button', { name: /^Reload( this page)?$/ });
        await expect(logout.or(reload).first(), steps).toBeVisible();
        // The page may reload by itself at the same moment, which detaches the button.
        await expect(async () => {
          if (await reload.isVisible()) await reload.click({ timeout: 4 * patienceMs });
          await expect(logout).toBeVisible({ timeout: 4 * patienceMs });
        }, steps).toPass({ timeout: recoveryMs });
        await expect(tab.getByText('Loading...', { exact: true }), steps).toHaveCount(0);
        await expect(tab.getByRole('heading', { level: 1 }).first(), steps).toBeVisible();
      }
      expect(signInPages, steps).toEqual([]);
      expect(await storedTokens(page), steps).not.toEqual(noTokens);
      for (const [symbol, text] of visitor.drafts) {
        await page.goto(`/stocks/${symbol}`);
        const notes = page.getByRole('region', { name: 'Notes' });
        await expect(notes.getByRole('textbox'), steps).toHaveValue(text);
        await expect(notes.getByText('Unsaved draft restored'), steps).toBeVisible();
      }
    });
  });
}
