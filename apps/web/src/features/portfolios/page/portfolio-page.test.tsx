import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import { formatTime } from '#lib/format/dates.ts';
import { type Answers, ErrorResponse, fakeServer } from '#testing/fake-server.ts';
import { InRouter } from '#testing/in-router.tsx';
import { instrument } from '#testing/instruments.ts';
import { heldAtQuotes, holding, holdingList, portfolio, portfolioPerformance } from '#testing/portfolios.ts';
import { quote, quoteList } from '#testing/quotes.ts';
import { SignedIn } from '#testing/signed-in.tsx';
import { PortfolioPage } from './portfolio-page.tsx';
import type { PortfolioView } from './portfolio-view.ts';

const { id } = portfolio();

function Page({ first }: { first: Partial<PortfolioView> }) {
  const [view, setView] = useState<PortfolioView>({
    tab: 'holdings',
    period: 'ALL',
    view: 'value',
    ...first,
  });
  return <PortfolioPage portfolioId={id} view={view} onView={setView} />;
}

/** Renders the page of a portfolio; answers may be replaced. */
function open(answers: Answers = {}, first: Partial<PortfolioView> = {}) {
  const seen = fakeServer({
    'portfolios.get': () => portfolio(),
    'portfolios.update': ({ input }) => ({ ...portfolio(), name: input.name ?? '' }),
    'portfolios.delete': () => ({ message: 'The portfolio was deleted' }),
    'portfolios.performance': () => portfolioPerformance(),
    'portfolios.holdings': () => holdingList(),
    'portfolios.transactions.list': () => ({ transactions: [], total: 3 }),
    'portfolios.days': () => ({ days: [], total: 0 }),
    ...answers,
  });
  render(
    <SignedIn>
      <InRouter>
        <Page first={first} />
      </InRouter>
    </SignedIn>,
  );
  const inputsOf = (procedure: string) =>
    seen.filter((call) => call.procedure === procedure).map(({ input }) => input);
  return { inputsOf };
}

const figures = () => screen.findByRole('region', { name: 'Figures' });

it('says that a portfolio is the example, and removes it in one click', async () => {
  const { inputsOf } = open({ 'portfolios.get': () => portfolio({ is_example: true }) });
  const notice = await screen.findByRole('region', { name: 'Example' });
  expect(notice.textContent).toContain('This is an example');
  fireEvent.click(within(notice).getByRole('button', { name: 'Remove the example' }));
  await waitFor(() => expect(inputsOf('portfolios.delete')).toEqual([{ portfolioId: id }]));
});

it('shows the four figures and the parts of the gain as the server sent them', async () => {
  open();
  const text = (await figures()).textContent;
  await waitFor(async () => expect((await figures()).textContent).toContain('€550.00'));
  expect((await figures()).textContent).toContain('at the close of Jan 10, 2024');
  expect((await figures()).textContent).toContain('+€134.00');
  expect((await figures()).textContent).toContain('+9.19%this period');
  expect((await figures()).textContent).toContain('+9.80%this period');
  expect((await figures()).textContent).toContain('Price+€153.50Dividends€0.00Interest€0.00');
  expect((await figures()).textContent).toContain('Fees−€7.00Taxes−€12.50Currency€0.00');
  expect((await figures()).textContent).toContain('Return on invested money, without cash');
  expect(text).not.toContain('Simulated data');
});

it('explains the value of a bond by its price in per cent', async () => {
  const bond = holding({
    symbol: '@BOND',
    quantity: 5_000,
    price: 98.5,
    price_currency: 'EUR',
    value: 4_925,
  });
  open({
    'portfolios.holdings': () => holdingList({ holdings: [bond] }),
    'instruments.get': () => instrument({ symbol: '@BOND', quoted_in: 'percent' }),
  });
  fireEvent.click(await screen.findByRole('button', { name: 'How? Value' }));
  const how = await screen.findByRole('dialog', { name: 'Value' });
  await waitFor(() => expect(how.textContent).toContain('@BOND: 5,000 × 98.50%€4,925.00'));
});

it('shows yearly figures from 365 days on, and marks simulated prices', async () => {
  open({
    'portfolios.get': () => portfolio({ cash_tracking: true }),
    'portfolios.performance': () =>
      portfolioPerformance({
        days: 365,
        twr_annual: 0.0919,
        irr: 0.0703,
        warnings: [
          { kind: 'simulated', symbols: ['AAA'], message: 'Simulated data: the prices of AAA are not real' },
        ],
      }),
  });
  await waitFor(async () => expect((await figures()).textContent).toContain('+9.19%a year'));
  expect((await figures()).textContent).toContain('+7.03%a year');
  expect(within(await figures()).getAllByText('Simulated data')).toHaveLength(4);
  expect((await figures()).textContent).toContain('Return on the whole account, with cash');
});

it('explains each figure by its formula and the figures of the portfolio', async () => {
  const { inputsOf } = open();
  fireEvent.click(await screen.findByRole('button', { name: 'How? TTWROR' }));
  const twr = await screen.findByRole('dialog', { name: 'TTWROR' });
  expect(twr.textContent).toContain('Product of (value + outflow) / (value before + inflow) over 9 days − 1');
  await waitFor(() =>
    expect(twr.textContent).toContain('Jan 8, 2024: (540.00 + 1,602.00) / 2,080.00 = 1.0298'),
  );
  expect(twr.textContent).toContain('Jan 10, 2024: 550.00 / 530.00 = 1.0377');
  expect(twr.textContent).toContain(
    'TTWROR 9.2 %, IRR 9.8 % this period, 6.6 % on cost: most of your money came in late.',
  );
  expect(inputsOf('portfolios.performance')).toContainEqual({ portfolioId: id, details: true });
  fireEvent.click(within(twr).getByRole('button', { name: 'Close' }));

  fireEvent.click(screen.getByRole('button', { name: 'How? IRR' }));
  const irr = await screen.findByRole('dialog', { name: 'IRR' });
  expect(irr.textContent).toContain(
    'Your payments: −1,000.00 on Jan 2, 2024; −1,018.00 on Jan 4, 2024; 1,602.00 on Jan 8, 2024; value 550.00 on Jan 10, 2024',
  );
  const write = vi.fn(async (_: string) => {});
  vi.stubGlobal('navigator', { ...navigator, clipboard: { writeText: write } });
  fireEvent.click(within(irr).getByRole('button', { name: 'Copy payments' }));
  expect(await within(irr).findByText('Copied')).toBeTruthy();
  expect(write).toHaveBeenCalledWith(
    '2024-01-02\t-1000\n2024-01-04\t-1018\n2024-01-08\t1602\n2024-01-10\t550',
  );
  fireEvent.click(within(irr).getByRole('button', { name: 'Close' }));

  fireEvent.click(screen.getByRole('button', { name: 'How? Gain' }));
  const gain = await screen.findByRole('dialog', { name: 'Gain' });
  expect(gain.textContent).toContain('550.00 − 0.00 − 2,018.00 + 1,602.00= +€134.00');
  fireEvent.click(within(gain).getByRole('button', { name: 'Close' }));

  fireEvent.click(screen.getByRole('button', { name: 'How? Value' }));
  const value = await screen.findByRole('dialog', { name: 'Value' });
  expect(value.textContent).toContain('Shares × last close × rate, added up');
  expect(value.textContent).toContain('AAA: 5 × €110.00€550.00');
  fireEvent.click(within(value).getByRole('button', { name: 'Day table' }));
  expect((await screen.findByRole('tab', { name: 'Performance' })).ariaSelected).toBe('true');
});

it('writes the days without capital as sentences', async () => {
  open({
    'portfolios.performance': () =>
      portfolioPerformance({
        problems: [
          { date: '2015-06-17', kind: 'no_capital', amount: 50 },
          { date: '2024-01-04', kind: 'loss_beyond_capital', amount: -20 },
        ],
      }),
  });
  fireEvent.click(await screen.findByRole('button', { name: 'How? Gain' }));
  const dialog = await screen.findByRole('dialog', { name: 'Gain' });
  expect(dialog.textContent).toContain(
    'Jun 17, 2015: 50.00 EUR came in on a day without capital. It counts as gain, not in the TTWROR.',
  );
  expect(dialog.textContent).toContain(
    'On Jan 4, 2024 more was lost than there was. The day counts 1 in the TTWROR.',
  );
});

it('asks for the figures of a period that ends with the last close', async () => {
  const { inputsOf } = open(
    {
      'portfolios.performance': ({ input }) =>
        portfolioPerformance({ as_of: '2026-11-25', since: input.since ?? '2020-05-04' }),
    },
    { period: '1Y' },
  );
  await waitFor(() =>
    expect(inputsOf('portfolios.performance')).toContainEqual({
      portfolioId: id,
      series: true,
      since: '2025-11-26',
    }),
  );
  await waitFor(async () => expect((await figures()).textContent).toContain('since Nov 26, 2025'));
});

it('has a table with the rows of the chart', async () => {
  open();
  await screen.findByRole('figure');
  fireEvent.click(screen.getAllByRole('button', { name: 'Show chart as table' })[0] ?? document.body);
  const table = await screen.findByRole('table', { name: 'Value and return of Retirement' });
  const rows = within(table)
    .getAllByRole('row')
    .map(({ textContent }) => textContent);
  expect(rows[1]).toBe('Jan 10, 2024€550.00€416.00+9.19%0.00%');
  expect(rows[2]).toBe('Jan 9, 2024€530.00€416.00+5.22%−1.85%');
  expect(rows).toHaveLength(8);
});

it('opens a row with its lots, its contribution and the way to the stock', async () => {
  open({ 'portfolios.holdings': () => holdingList({ holdings: [holding({ badges: ['Simulated data'] })] }) });
  const table = await screen.findByRole('table', { name: 'Holdings of Retirement' });
  const [, row, total] = within(table)
    .getAllByRole('row')
    .map(({ textContent }) => textContent);
  expect(row).toBe(
    'AAATriple A plcSimulated data5€110.00€550.00100.00%€509.00+€41.00+8.06%€0.00+€20.00 (+3.77%)',
  );
  expect(total).toBe('Total€550.00€509.00+€41.00+8.06%+€20.00 (+3.77%)');
  fireEvent.click(within(table).getByRole('button', { name: /^AAA/ }));
  const lots = await within(table).findByRole('table', { name: 'Lots of AAA' });
  expect(lots.textContent).toContain('Jan 4, 20245€509.00');
  expect(table.textContent).toContain('Contribution to the TTWROR+9.19 points');
  expect(within(table).getByRole('link', { name: 'Open AAA' }).getAttribute('href')).toBe('/stocks/AAA');
});

it('values holdings at prices of today with their times, and leaves returns at the close', async () => {
  const time = '2024-01-11T14:42:00.000Z';
  const today = { session_date: '2024-01-11', time, price: 112, change: 2, change_percent: 1.8182 };
  const { inputsOf } = open({
    'portfolios.holdings': ({ input }) =>
      holdingList(input.quotes ? heldAtQuotes(time) : { holdings: [holding(), holding({ symbol: 'BBB' })] }),
    'quotes.list': () => quoteList({ quotes: [quote({ symbol: 'AAA', currency: 'EUR', ...today })] }),
  });
  const table = await screen.findByRole('table', { name: 'Holdings of Retirement' });
  const before = (await figures()).textContent;
  expect(inputsOf('quotes.list')).toEqual([]);
  fireEvent.click(screen.getByRole('switch', { name: 'With prices of today' }));
  expect(
    await screen.findByText(
      /^1 holding has no price of today and stays at its last close\. Returns and exchange rates stay at the close of Jan 10, 2024\./,
    ),
  ).toBeTruthy();
  const [, first, second] = within(table)
    .getAllByRole('row')
    .map(({ textContent }) => textContent);
  expect(first).toContain(`€112.00Jan 11, ${formatTime(time)}€560.00`);
  expect(first).toContain('50.45%');
  expect(first).toContain('+€51.00+10.02%');
  expect(first).toContain('+€10.00 (+1.82%)');
  expect(table.textContent).toContain('Total€1,110.00€509.00+€92.00+9.04%+€30.00 (+2.78%)');
  expect(inputsOf('portfolios.holdings').at(-1)).toEqual({ portfolioId: id, closed: false, quotes: true });
  expect(second).toContain('€110.00Close of Jan 10, 2024€550.00');
  expect((await figures()).textContent).toBe(before);
  fireEvent.click(screen.getByRole('switch', { name: 'With prices of today' }));
  expect(table.textContent).not.toContain('Close of');
  expect(table.textContent).not.toContain('€560.00');
});

it('asks in which currency a stock is quoted, and names what is left out', async () => {
  const { inputsOf } = open({
    'portfolios.holdings': () =>
      holdingList({
        skipped: [{ symbol: 'XYZ', kind: 'unknown_currency', reason: 'The currency of XYZ is not known' }],
      }),
    'portfolios.setQuoteCurrency': () => ({ message: 'The currency was saved' }),
  });
  expect(await screen.findByText('In which currency is XYZ quoted?')).toBeTruthy();
  expect(screen.getByText('without 1 holding')).toBeTruthy();
  fireEvent.change(screen.getByLabelText('Currency of XYZ'), { target: { value: 'GBp' } });
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(inputsOf('portfolios.setQuoteCurrency')).toEqual([
      { portfolioId: id, symbol: 'XYZ', currency: 'GBp' },
    ]),
  );
});

it('asks whether a split of odd numbers multiplied the shares', async () => {
  const message =
    'GE has a split of 1,253:1,000 on Apr 2, 2024. That is usually a spin-off: did your number of shares change?';
  const { inputsOf } = open({
    'portfolios.holdings': () =>
      holdingList({
        warnings: [{ kind: 'spin_off', symbol: 'GE', ex_date: '2024-04-02', ratio: '1,253:1,000', message }],
      }),
    'portfolios.setSplitChoice': () => ({ message: 'Your answer was saved' }),
  });
  expect(await screen.findByText(message)).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'No, it stayed' }));
  await waitFor(() =>
    expect(inputsOf('portfolios.setSplitChoice')).toEqual([
      { portfolioId: id, symbol: 'GE', ex_date: '2024-04-02', choice: 'kept' },
    ]),
  );
});

it('offers to add the shares of a spin-off with the cost that left', async () => {
  const message =
    '201.92 EUR of the cost of GE left with the spin-off of Apr 2, 2024. Add the new company’s shares with that cost';
  const { inputsOf } = open({
    'portfolios.holdings': () =>
      holdingList({
        warnings: [{ kind: 'spun_off', symbol: 'GE', ex_date: '2024-04-02', cost: 201.92, message }],
      }),
    'portfolios.transactions.dayPrice': () => {
      throw new ErrorResponse(503, 'Prices cannot be read.');
    },
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Add the new company’s shares' }));
  const fieldValue = async (label: string) => (await screen.findByLabelText(label)).getAttribute('value');
  expect(await fieldValue('Total')).toBe('201.92');
  expect(await fieldValue('Date')).toBe('2024-04-02');
  expect(await fieldValue('Currency')).toBe('EUR');
  expect(screen.getByLabelText('Type')).toHaveProperty('value', 'TRANSFER_IN');
  expect(inputsOf('portfolios.transactions.create')).toEqual([]);
});

it('says that there are no transactions, or that all is sold', async () => {
  const sold = holding({ quantity: 0, price: null, value: 0 });
  open({
    'portfolios.holdings': ({ input }) => holdingList({ holdings: input.closed ? [sold] : [] }),
  });
  expect(await screen.findByText('Nothing is held now. 1 position was sold.')).toBeTruthy();
});

it('says that there are no transactions', async () => {
  open({
    'portfolios.holdings': () => holdingList({ holdings: [] }),
    'portfolios.transactions.list': () => ({ transactions: [], total: 0 }),
  });
  expect(await screen.findByText('No transactions yet. Add your first one, or import a file.')).toBeTruthy();
});

it('shows a tab that fails with its error, and leaves the rest of the page', async () => {
  let isDown = true;
  open({
    'portfolios.holdings': () => {
      if (isDown) throw new ErrorResponse(503, 'The database cannot be reached.');
      return holdingList();
    },
  });
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('The database cannot be reached.');
  expect((await figures()).textContent).toContain('€550.00');
  isDown = false;
  fireEvent.click(within(alert).getByRole('button', { name: 'Retry' }));
  expect(await screen.findByRole('table', { name: 'Holdings of Retirement' })).toBeTruthy();
});

it('shows that a portfolio does not exist', async () => {
  open({
    'portfolios.get': () => {
      throw new ErrorResponse(404, 'Portfolio not found');
    },
  });
  expect(await screen.findByRole('heading', { name: 'Portfolio Not Found' })).toBeTruthy();
});

it('shows contributions, returns by year and month, risk and the day table', async () => {
  const day = { date: '2024-01-08', value_before: 2080, inflow: 0, outflow: 1602, value: 540 };
  const { inputsOf } = open(
    { 'portfolios.days': () => ({ days: [{ ...day, factor: 1.029808, index: 1.072051 }], total: 250 }) },
    { tab: 'performance' },
  );
  const contributions = await screen.findByRole('table', { name: 'Contributions' });
  expect(
    within(contributions)
      .getAllByRole('row')
      .map(({ textContent }) => textContent),
  ).toEqual([
    'StockGainTTWROR',
    'AAA+€134.00+9.19 points',
    'Other fees, interest, cash€0.000.00 points',
    'Total+€134.00+9.19 points',
  ]);
  const returns = await screen.findByRole('table', { name: 'Returns by year and month' });
  expect(within(returns).getAllByRole('row')[1]?.textContent).toBe('2024+9.19%+9.19%');
  expect((await screen.findByRole('region', { name: 'Risk' })).textContent).toContain(
    'Largest drawdown−1.85%Peak onJan 8, 2024Lowest onJan 9, 2024Recovered onJan 10, 2024',
  );
  const days = await screen.findByRole('table', { name: 'Day table' });
  expect(within(days).getAllByRole('row')[1]?.textContent).toBe(
    'Jan 8, 20242,080.001,602.00540.001.02981.0721',
  );
  fireEvent.click(screen.getByRole('button', { name: 'Last' }));
  await waitFor(() =>
    expect(inputsOf('portfolios.days')).toContainEqual({ portfolioId: id, limit: 100, offset: 200 }),
  );
});

it('changes the settings, and deletes the portfolio after its name was typed', async () => {
  const { inputsOf } = open();
  fireEvent.click(await screen.findByRole('button', { name: 'More of this portfolio' }));
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Settings' }));
  await screen.findByRole('dialog', { name: 'Settings' });
  fireEvent.change(screen.getByLabelText('Benchmark (optional)'), { target: { value: '^GSPC' } });
  fireEvent.click(screen.getByRole('radio', { name: 'Average cost' }));
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(inputsOf('portfolios.update')).toMatchObject([
    { portfolioId: id, name: 'Retirement', benchmark: '^GSPC', cost_method: 'average', cash_tracking: false },
  ]);

  fireEvent.click(screen.getByRole('button', { name: 'More of this portfolio' }));
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Delete portfolio' }));
  const dialog = await screen.findByRole('dialog', { name: 'Delete this portfolio?' });
  expect(await within(dialog).findByText('Its 3 transactions are deleted for good.')).toBeTruthy();
  fireEvent.click(within(dialog).getByRole('button', { name: 'Delete portfolio' }));
  expect(inputsOf('portfolios.delete')).toEqual([]);
  fireEvent.change(within(dialog).getByLabelText("Type the portfolio's name"), {
    target: { value: 'Retirement' },
  });
  fireEvent.click(within(dialog).getByRole('button', { name: 'Delete portfolio' }));
  await waitFor(() => expect(inputsOf('portfolios.delete')).toEqual([{ portfolioId: id }]));
});

it('downloads the files of a portfolio', async () => {
  const { inputsOf } = open({
    'portfolios.transactions.exportAsCsv': () => ({ csv: '; a journal' }),
    'portfolios.holdingsAsCsv': () => ({ csv: 'symbol' }),
  });
  const files: Blob[] = [];
  vi.stubGlobal(
    'URL',
    class extends URL {
      static override createObjectURL = (file: Blob) => {
        files.push(file);
        return 'blob:x';
      };
    },
  );
  fireEvent.click(await screen.findByRole('button', { name: 'More of this portfolio' }));
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Export' }));
  const dialog = await screen.findByRole('dialog', { name: 'Export' });
  fireEvent.click(within(dialog).getByRole('button', { name: 'Download Journal for Beancount' }));
  await waitFor(() => expect(files).toHaveLength(1));
  expect(inputsOf('portfolios.transactions.exportAsCsv')).toEqual([{ portfolioId: id, format: 'beancount' }]);
  expect(files[0]?.type).toBe('text/plain');
  fireEvent.click(within(dialog).getByRole('button', { name: 'Download Holdings (CSV)' }));
  await waitFor(() => expect(files).toHaveLength(2));
  expect(await files[1]?.text()).toBe('symbol');
  expect(files[1]?.type).toBe('text/csv');
});
