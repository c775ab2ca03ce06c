import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { type Answers, fakeServer, type Output } from '#testing/fake-server.ts';
import { portfolio } from '#testing/portfolios.ts';
import { SignedIn } from '#testing/signed-in.tsx';
import { presentTaxYear, RealisedTab } from './realised-tab.tsx';

const portfolioId = portfolio().id;

const amounts = { proceeds: 1614.5, cost: 1509, gain: 105.5, taxes: 12.5 };
const year = (name: string) => ({ year: name, ...amounts, dividends: 3, interest: 0, fees: 0 });
const sale = {
  date: '2024-01-08',
  symbol: 'AAA',
  quantity: 15,
  ...amounts,
  lots: [
    { bought_on: '2024-01-02', days_held: 6, quantity: 10, cost: 1000, proceeds: 1076.33, gain: 76.33 },
    { bought_on: '2024-01-04', days_held: 1, quantity: 5, cost: 509, proceeds: 538.17, gain: 29.17 },
  ],
};

function open(found: Partial<Output<'portfolios.realised'>>, answers: Answers = {}) {
  const seen = fakeServer({
    'portfolios.realised': () => {
      const sales = found.sales ?? [];
      return { years: [], sales, total: sales.length, skipped: [], ...found };
    },
    'portfolios.realisedAsCsv': () => ({ csv: 'date,symbol\r\n' }),
    ...answers,
  });
  render(
    <SignedIn>
      <RealisedTab portfolio={portfolio()} />
    </SignedIn>,
  );
  return (procedure: string) => seen.filter((call) => call.procedure === procedure).map(({ input }) => input);
}

it('shows the sums and sales of the newest tax year, with the lots of a sale', async () => {
  const inputsOf = open({ years: [year('2024/25'), year('2023/24')], sales: [sale] });
  const table = await screen.findByRole('table', { name: 'Sales of 2024/25, newest first' });
  const button = within(table).getByRole('button', { name: 'AAA Jan 8, 2024' });
  expect(within(table).queryByText(/bought/)).toBeNull();
  fireEvent.click(button);
  expect(button.ariaExpanded).toBe('true');
  const rows = within(table).getAllByRole('row');
  expect(rows[1]?.textContent).toBe('AAA Jan 8, 202415€1,614.50€1,509.00+€105.50€12.50');
  expect(rows[3]?.textContent).toBe('bought Jan 4, 2024, held 1 day5€538.17€509.00+€29.17');
  expect(screen.getByText('First in, first out')).toBeTruthy();
  expect(screen.getByText('Gain', { selector: 'dt' }).parentElement?.textContent).toContain('+€105.50');
  expect(inputsOf('portfolios.realised')).toContainEqual({ portfolioId, year: '2024/25' });
  fireEvent.change(screen.getByLabelText('Tax year'), { target: { value: '2023/24' } });
  await waitFor(() =>
    expect(inputsOf('portfolios.realised')).toContainEqual({ portfolioId, year: '2023/24' }),
  );
});

it.each([
  ['01-01', '2026-11-26', '2026'],
  ['04-06', '2026-04-05', '2025/26'],
  ['04-06', '2026-04-06', '2026/27'],
  ['07-01', '2099-08-01', '2099/00'],
])('names the tax year that begins on %s and has %s', (start, day, name) => {
  expect(presentTaxYear(start, day)).toBe(name);
});

it('downloads the sales of the year', async () => {
  const urls = vi.fn(() => 'blob:sales');
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: urls, revokeObjectURL: () => {} }));
  const inputsOf = open({ years: [year('2024')], sales: [sale] });
  await screen.findByRole('table');
  fireEvent.click(screen.getByRole('button', { name: 'Download CSV' }));
  await waitFor(() => expect(urls).toHaveBeenCalledOnce());
  expect(inputsOf('portfolios.realisedAsCsv')).toEqual([{ portfolioId, year: '2024' }]);
});

it('says that nothing was sold, and that it is no tax advice', async () => {
  open({});
  const present = new Date().getFullYear();
  expect(await screen.findByText(`Nothing was sold in ${present}.`)).toBeTruthy();
  expect(
    screen.getByText('Not tax advice: wash sales, the 30-day rule and allowances are not applied.'),
  ).toBeTruthy();
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Download CSV' }).disabled).toBe(true);
});
