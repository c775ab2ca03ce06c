import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { type Answers, ErrorResponse, fakeServer } from '#testing/fake-server.ts';
import { InRouter } from '#testing/in-router.tsx';
import { heldAtQuotes, portfolioOverview, portfolioPerformance } from '#testing/portfolios.ts';
import { quote, quoteList } from '#testing/quotes.ts';
import { SignedIn } from '#testing/signed-in.tsx';
import { OverviewPage } from './overview-page.tsx';

/** Renders the overview; answers may be replaced. */
function open(answers: Answers = {}) {
  const seen = fakeServer({ 'portfolios.overview': () => portfolioOverview(), ...answers });
  render(
    <SignedIn>
      <InRouter>
        <OverviewPage />
      </InRouter>
    </SignedIn>,
  );
  const inputsOf = (procedure: string) =>
    seen.filter((call) => call.procedure === procedure).map(({ input }) => input);
  return { inputsOf };
}

it('shows the figures, the portfolios and the holdings of all as the server sent them', async () => {
  open();
  const figures = await screen.findByRole('region', { name: 'Figures' });
  expect(figures.textContent).toContain('Value€550.00at the close of Jan 10, 2024');
  expect(figures.textContent).toContain('TTWROR+9.19%this period');
  expect(figures.textContent).toContain('Cash is left out unless every portfolio tracks it.');
  const portfolios = screen.getByRole('table', { name: 'Portfolios' });
  expect(within(portfolios).getAllByRole('row')[1]?.textContent).toBe('Retirement€550.00100.00%+€134.00');
  const holdings = screen.getByRole('table', { name: 'Holdings of all portfolios' });
  fireEvent.click(within(holdings).getByRole('button', { name: /^AAA/ }));
  expect(await within(holdings).findByRole('table', { name: 'Lots of AAA' })).toBeTruthy();
});

it('values the holdings of all at prices of today, and leaves returns at the close', async () => {
  const time = '2024-01-11T14:42:00.000Z';
  const today = { session_date: '2024-01-11', time, price: 112 };
  open({
    'portfolios.overview': ({ input }) => portfolioOverview(input?.quotes ? heldAtQuotes(time) : {}),
    'quotes.list': () => quoteList({ quotes: [quote({ symbol: 'AAA', currency: 'EUR', ...today })] }),
  });
  const table = await screen.findByRole('table', { name: 'Holdings of all portfolios' });
  const figures = screen.getByRole('region', { name: 'Figures' });
  const before = figures.textContent;
  const toggle = screen.getByRole('switch', { name: 'With prices of today' });
  fireEvent.click(toggle);
  await waitFor(() => expect(table.textContent).toContain('Total€1,110.00'));
  expect(table.textContent).toContain('€560.0050.45%');
  expect(screen.getByText(/^1 holding has no price of today and stays at its last close\./)).toBeTruthy();
  expect(figures.textContent).toBe(before);
  fireEvent.click(toggle);
  expect(table.textContent).toContain('Total€550.00');
});

it('explains each figure of all portfolios', async () => {
  const { inputsOf } = open();
  const dialogOf = async (name: string) => {
    fireEvent.click(await screen.findByRole('button', { name: `How? ${name}` }));
    return screen.findByRole('dialog', { name });
  };
  const close = (dialog: HTMLElement) =>
    fireEvent.click(within(dialog).getByRole('button', { name: 'Close' }));
  const twr = await dialogOf('TTWROR');
  await waitFor(() => expect(twr.textContent).toContain('Jan 10, 2024: 550.00 / 530.00 = 1.0377'));
  expect(within(twr).queryByRole('button', { name: 'All days' })).toBeNull();
  close(twr);
  const irr = await dialogOf('IRR');
  expect(irr.textContent).toContain('Your payments: −1,000.00 on Jan 2, 2024');
  close(irr);
  const gain = await dialogOf('Gain');
  expect(gain.textContent).toContain('550.00 − 0.00 − 2,018.00 + 1,602.00= +€134.00');
  close(gain);
  expect((await dialogOf('Value')).textContent).toContain('AAA: 5 × €110.00€550.00');
  expect(inputsOf('portfolios.overview')).toEqual([{ series: true }, { details: true }]);
});

it('asks for a period that ends with the last close', async () => {
  const { inputsOf } = open({
    'portfolios.overview': ({ input }) =>
      portfolioOverview({
        performance: portfolioPerformance({ as_of: '2026-11-25', since: input?.since ?? '2020-05-04' }),
      }),
  });
  fireEvent.click(await screen.findByRole('button', { name: '1M' }));
  await waitFor(() =>
    expect(inputsOf('portfolios.overview')).toEqual([
      { series: true },
      { series: true, since: '2026-10-26' },
    ]),
  );
});

it('shows the error of the server, and loads again', async () => {
  let isDown = true;
  open({
    'portfolios.overview': () => {
      if (isDown) throw new ErrorResponse(503, 'The database cannot be reached.');
      return portfolioOverview();
    },
  });
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('The database cannot be reached.');
  isDown = false;
  fireEvent.click(within(alert).getByRole('button', { name: 'Retry' }));
  expect(await screen.findByRole('table', { name: 'Portfolios' })).toBeTruthy();
});
