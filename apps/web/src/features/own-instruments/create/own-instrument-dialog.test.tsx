import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { type Answers, ErrorResponse, fakeServer } from '#testing/fake-server.ts';
import { instrument } from '#testing/instruments.ts';
import { SignedIn } from '#testing/signed-in.tsx';
import { OwnInstrumentDialog } from './own-instrument-dialog.tsx';

function open(answers: Answers = {}) {
  const seen = fakeServer({
    'stocks.search': () => ({ results: [] }),
    'instruments.create': ({ input }) => ({
      ...instrument({ symbol: input.symbol }),
      task_id: null,
      message: '',
    }),
    ...answers,
  });
  const onCreated = vi.fn();
  render(
    <SignedIn>
      <OwnInstrumentDialog onClose={() => {}} onCreated={onCreated} />
    </SignedIn>,
  );
  const created = () =>
    seen.flatMap(({ procedure, input }) => (procedure === 'instruments.create' ? [input] : []));
  return { seen, onCreated, created };
}

const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
const choose = (way: string) => fireEvent.click(screen.getByRole('radio', { name: way }));
const create = () => fireEvent.click(screen.getByRole('button', { name: 'Create' }));

function typeFacts() {
  type('Symbol', '@flat');
  type('Name', 'Flat in Leipzig');
  type('Currency', 'EUR');
}

describe('the form of an own instrument', () => {
  it('creates one with entered prices, and shows the first price before', async () => {
    const { created, onCreated } = open();
    typeFacts();
    type('Date', '2025-05-03');
    type('Price (optional)', '250,000');
    expect(screen.getByRole('table', { name: 'Last prices' }).textContent).toContain('€250,000.00');
    create();
    await waitFor(() => expect(onCreated).toHaveBeenCalledWith('@FLAT'));
    expect(created()).toMatchObject([
      {
        symbol: '@FLAT',
        type: 'Other',
        quoted_in: 'money',
        pricing: 'entered',
        terms: null,
        bars: [{ date: '2025-05-03', close: 250_000 }],
      },
    ]);
  });

  it('quotes a bond in per cent, unless money is chosen', async () => {
    const { created } = open();
    typeFacts();
    type('Type', 'Bond');
    create();
    await waitFor(() => expect(created()).toMatchObject([{ quoted_in: 'percent' }]));
    type('Quoted in', 'money');
    create();
    await waitFor(() => expect(created()).toMatchObject([{}, { quoted_in: 'money' }]));
  });

  it('shows the last prices of a rate while one types', async () => {
    const bars = [
      { date: '2026-11-26', open: 103, high: 103, low: 103, close: 103.1, volume: 0 },
      { date: '2026-11-27', open: 103, high: 103, low: 103, close: 103.2, volume: 0 },
    ];
    const { seen } = open({ 'instruments.preview': () => ({ bars, left_out: 0 }) });
    typeFacts();
    choose('They grow by a rate');
    type('First day', '2026-01-02');
    type('Per cent a year', '3.5');
    const table = await screen.findByRole('table', { name: 'Last prices' });
    expect(table.textContent).toMatch(/Nov 27, 2026€103\.20Nov 26, 2026€103\.10$/);
    const previews = seen.filter(({ procedure }) => procedure === 'instruments.preview');
    expect(previews.map(({ input }) => input)).toMatchObject([
      { pricing: 'interest', currency: 'EUR', terms: { start_date: '2026-01-02', percent_a_year: 3.5 } },
    ]);
  });

  it('shows what the server refuses beside its field', async () => {
    const message = 'GC=F is quoted in USD: choose USD, or enter the prices';
    open({
      'instruments.preview': () => ({ bars: [], left_out: 0 }),
      'instruments.create': () => {
        throw new ErrorResponse(400, message, [{ field: 'currency', message }]);
      },
    });
    typeFacts();
    choose('They follow another price');
    type('Stock to follow', 'GC=F');
    create();
    expect(await screen.findByText(message)).toBeTruthy();
    expect(screen.getByLabelText('Currency').getAttribute('aria-invalid')).toBe('true');
  });

  it.each([
    [new ErrorResponse(409, 'You already have @FLAT'), 'You already have @FLAT'],
    [new ErrorResponse(400, 'bars[0].close must be above 0'), 'The price must be above 0'],
    [new TypeError('Failed to fetch'), 'Failed to save instrument'],
  ])('says why the instrument was not created: %s', async (error, message) => {
    open({
      'instruments.create': () => {
        throw error;
      },
    });
    typeFacts();
    create();
    expect((await screen.findByRole('alert')).textContent).toContain(message);
  });

  it('sends nothing while a symbol is not valid', () => {
    const { created } = open();
    typeFacts();
    type('Symbol', 'a flat');
    create();
    expect(screen.getByText('An own symbol is @ and up to 19 letters, digits, dots or hyphens')).toBeTruthy();
    expect(created()).toEqual([]);
  });
});
