import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { type Answers, ErrorResponse, failWith, fakeServer } from '#testing/fake-server.ts';
import { InRouter } from '#testing/in-router.tsx';
import { listedPortfolio, portfolio, portfolioOverview, portfolioPerformance } from '#testing/portfolios.ts';
import { SignedIn } from '#testing/signed-in.tsx';
import { PortfoliosPage } from './portfolios-page.tsx';

const id = (digit: number) => `00000000-0000-4000-8000-10000000000${digit}`;

/** Renders the page of a server with these portfolios; answers may be replaced. */
function open(portfolios: ReturnType<typeof listedPortfolio>[], answers: Answers = {}) {
  const seen = fakeServer({
    'portfolios.list': () => ({ portfolios, total: portfolios.length }),
    'portfolios.performance': () => portfolioPerformance(),
    'portfolios.overview': () => portfolioOverview(),
    'portfolios.create': ({ input }) => portfolio({ name: input.name }),
    ...answers,
  });
  render(
    <SignedIn>
      <InRouter>
        <PortfoliosPage />
      </InRouter>
    </SignedIn>,
  );
  const inputsOf = (procedure: string) =>
    seen.filter((call) => call.procedure === procedure).map(({ input }) => input);
  return { inputsOf };
}

it('shows the figures of a portfolio as the server sent them', async () => {
  const { inputsOf } = open([listedPortfolio({ is_simulated: true })]);
  const card = await screen.findByRole('article');
  expect(card.textContent).toContain('Retirement');
  expect(card.textContent).toContain('Simulated data');
  expect(card.textContent).toContain('€550.00');
  expect(card.textContent).toContain('Today +3.77%');
  expect(card.textContent).toContain('Gain+€134.00');
  expect(card.textContent).toContain('Return since Jan 2, 2024+9.19%');
  expect(
    await screen.findByRole('img', {
      name: 'Value of Retirement from Jan 2, 2024, €1,000.00, to Jan 10, 2024, €550.00',
    }),
  ).toBeTruthy();
  expect(inputsOf('portfolios.performance')).toEqual([
    { portfolioId: listedPortfolio().id, series: true, since: '2024-01-02' },
  ]);
  expect(
    screen.getByText('What you hold, what it cost, what it returned, at the close of Jan 10, 2024'),
  ).toBeTruthy();
});

it('names the year of a portfolio that is older than a year', async () => {
  open([listedPortfolio({ as_of: '2026-11-25', twr_1y_since: '2025-11-26' })]);
  expect((await screen.findByRole('article')).textContent).toContain('1Y return+9.19%');
});

it('shows all portfolios as one first, from two on', async () => {
  open([listedPortfolio({ id: id(1), name: 'First' }), listedPortfolio({ id: id(2), name: 'Second' })]);
  await screen.findByRole('link', { name: 'All portfolios' });
  const names = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
  expect(names).toEqual(['All portfolios', 'First', 'Second']);
});

it('says that there is no portfolio', async () => {
  open([]);
  expect(await screen.findByText('No portfolios yet. Add one, or import a file.')).toBeTruthy();
  expect(screen.queryByText('Loading portfolios...')).toBeNull();
});

it('creates an example on an empty page, and shows why it failed', async () => {
  const result = { added: 12, already_there: 0, lines: [] };
  const ended = { task_id: id(7), status: 'SUCCESS', message: '', info: null, result, error: null } as const;
  const error = 'The source of prices has none of the example’s stocks';
  let isFailing = true;
  const { inputsOf } = open([], {
    'portfolios.createExample': () => ({ task_id: id(7), portfolio_id: id(8), message: '' }),
    'portfolios.imports.task': () =>
      isFailing ? { ...ended, status: 'FAILURE', result: null, error } : ended,
  });
  const button = await screen.findByRole('button', { name: 'Try it with an example' });
  fireEvent.click(button);
  expect((await screen.findByRole('alert')).textContent).toBe(error);
  isFailing = false;
  fireEvent.click(button);
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  await waitFor(() => expect(button.getAttribute('disabled')).toBeNull());
  expect(inputsOf('portfolios.createExample')).toHaveLength(2);
  expect(inputsOf('portfolios.imports.task')).toEqual([{ taskId: id(7) }, { taskId: id(7) }]);
});

it('marks the example', async () => {
  open([listedPortfolio({ is_example: true })]);
  expect(within(await screen.findByRole('article')).getByText('Example')).toBeTruthy();
});

it('shows the error of the server, and loads again', async () => {
  let isDown = true;
  open([], {
    'portfolios.list': () => {
      if (isDown) throw new ErrorResponse(503, 'The database cannot be reached.');
      return { portfolios: [], total: 0 };
    },
  });
  expect(screen.getByText('Loading portfolios...')).toBeTruthy();
  expect((await screen.findByRole('alert')).textContent).toContain('The database cannot be reached.');
  isDown = false;
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByText('No portfolios yet. Add one, or import a file.')).toBeTruthy();
});

it('falls back to its own sentence if the server cannot be reached', async () => {
  open([], { 'portfolios.list': failWith(new TypeError('Failed to fetch')) });
  expect((await screen.findByRole('alert')).textContent).toContain('Failed to load portfolios');
});

it('adds a portfolio, and shows at its field what the server refuses', async () => {
  let isRefused = true;
  const message = 'Currency must be a code of ISO 4217, for example USD';
  const { inputsOf } = open([], {
    'portfolios.create': ({ input }) => {
      if (isRefused) throw new ErrorResponse(400, message, [{ field: 'currency', message }]);
      return portfolio({ name: input.name });
    },
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Add Portfolio' }));
  await screen.findByRole('dialog', { name: 'Add Portfolio' });
  const submit = () => {
    const buttons = screen.getAllByRole('button', { name: 'Add Portfolio' });
    fireEvent.click(buttons.at(-1) ?? document.body);
  };
  submit();
  expect(await screen.findByText('Name is required')).toBeTruthy();
  fireEvent.change(screen.getByLabelText('Name'), { target: { value: ' Long term ' } });
  const currency = screen.getByLabelText<HTMLInputElement>('Currency');
  fireEvent.change(currency, { target: { value: 'XXY' } });
  fireEvent.click(screen.getByLabelText('Whole account'));
  submit();
  expect(await screen.findByText(message)).toBeTruthy();
  expect(currency.getAttribute('aria-invalid')).toBe('true');
  await waitFor(() => expect(document.activeElement).toBe(currency));
  isRefused = false;
  fireEvent.change(currency, { target: { value: 'eur' } });
  submit();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(inputsOf('portfolios.create').at(-1)).toEqual({
    name: 'Long term',
    description: null,
    currency: 'eur',
    cash_tracking: true,
  });
});
