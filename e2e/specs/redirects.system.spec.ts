import { noTokens, storedTokens } from '../support/session.ts';
import { expect, test } from '../support/test.ts';

test.describe('anonymous', () => {
  for (const address of ['/dashboard', '/stocks', '/stocks/AAPL', '/settings']) {
    test(`redirects ${address} to /login`, async ({ page, server }) => {
      await page.goto(address);
      await expect(page).toHaveURL('/login');
      // The form of sign-in itself asks for the ways to sign in.
      expect(server.calls().filter(({ procedure }) => procedure !== 'system.version')).toEqual([]);
    });
  }

  for (const address of ['/nowhere', '/stocks/AAPL/deeper', '/dashboard.html', '/%E2%82%AC']) {
    test(`redirects the unknown ${address} to /`, async ({ page }) => {
      await page.goto(address);
      await expect(page).toHaveURL('/');
    });
  }
});

test.describe('signed in', () => {
  test.beforeEach(({ account: _ }) => {});

  for (const address of ['/', '/login', '/register', '/nowhere']) {
    test(`redirects ${address} to the dashboard`, async ({ page }) => {
      await page.goto(address);
      await expect(page).toHaveURL('/dashboard');
    });
  }

  for (const address of ['/', '/stocks']) {
    test(`shows Loading... at ${address} until the session is checked`, async ({ page, server }) => {
      const release = await server.hold('auth.me');
      await page.goto(address);
      await expect(page.getByRole('status').getByText('Loading...', { exact: true })).toBeVisible();
      await expect(page.locator('#root svg')).toHaveAttribute('width', '70');
      expect(new URL(page.url()).pathname).toBe(address);
      release();
      await expect(page).toHaveURL(address === '/' ? '/dashboard' : address);
      await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible();
    });
  }

  test('removes tokens that the server rejects', async ({ page, server }) => {
    await server.refuse('auth.me', { status: 401, message: 'Sign in again' });
    await page.goto('/stocks');
    await expect(page).toHaveURL('/login');
    expect(await storedTokens(page)).toEqual(noTokens);
  });

  test('removes tokens when the server fails at the start', async ({ page, server }) => {
    await server.refuse('auth.me', { status: 500 });
    await page.goto('/stocks');
    await expect(page).toHaveURL('/login');
    expect(await storedTokens(page)).toEqual(noTokens);
  });

  test('removes tokens when the response is empty', async ({ page, server }) => {
    await server.answer('auth.me', null);
    await page.goto('/');
    await expect(page.getByRole('link', { name: 'Get Started' }).first()).toBeVisible();
    expect(await storedTokens(page)).toEqual(noTokens);
  });

  test('redirects to /login after a 401', async ({ page, server }) => {
    await page.goto('/dashboard');
    await server.refuse('stocks.list', { status: 401, message: 'Sign in again' });
    await page.getByRole('link', { name: 'Stock Tracking' }).click();
    await expect(page).toHaveURL('/login');
    expect(await storedTokens(page)).toEqual(noTokens);
  });

  test('responds to HEAD requests for every page', async ({ api }) => {
    const response = await api.head('/login');
    expect([response.status(), response.headers()['content-type']]).toEqual([
      200,
      'text/html; charset=utf-8',
    ]);
  });

  test('shows Unexpected Application Error! when a page throws', async ({ page, server, log }) => {
    log.expect(/TypeError/);
    await server.answer('stocks.list', { stocks: [{ stock: null }] });
    await page.goto('/stocks');
    const heading = page.getByRole('heading', { name: 'Unexpected Application Error!' });
    await expect(heading).toBeVisible();
    await page.getByRole('button', { name: 'Start page' }).click();
    await expect(page).toHaveURL('/dashboard');
    await page.goto('/stocks');
    await expect(heading).toBeVisible();
    await server.restore();
    await page.getByRole('button', { name: 'Reload' }).click();
    await expect(page.getByText('No stocks tracked yet')).toBeVisible();
  });
});
