import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { type Answers, ErrorResponse, fakeServer } from '#testing/fake-server.ts';
import { barsChange, closes, instrument } from '#testing/instruments.ts';
import { SignedIn } from '#testing/signed-in.tsx';
import { pollInterval } from '../api.ts';
import { OwnPricesCard } from './own-prices-card.tsx';

// The first dialog with the server's schemas takes seconds on a busy machine.
beforeAll(() => import('../facts/facts-dialog.tsx'));

const prices = { '2024-05-03': 240_000, '2025-05-03': 250_000 };

async function open(answers: Answers = {}) {
  const seen = fakeServer({
    'instruments.get': () => instrument(),
    'stocks.bars': () => closes('@FLAT', prices),
    'instruments.addBars': () => barsChange({ added: 1 }),
    'instruments.deleteBars': () => barsChange({ removed: 1 }),
    ...answers,
  });
  const onDeleted = vi.fn();
  render(
    <SignedIn>
      <OwnPricesCard symbol="@FLAT" onDeleted={onDeleted} />
    </SignedIn>,
  );
  await screen.findByRole('button', { name: 'Delete instrument' });
  const sent = (procedure: string) =>
    seen.filter((call) => call.procedure === procedure).map(({ input }) => input);
  return { onDeleted, sent };
}

const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }));

describe('adding a price', () => {
  it('shows the last prices, newest first', async () => {
    await open();
    const table = await screen.findByRole('table', { name: 'Last prices of @FLAT' });
    expect(table.textContent).toMatch(/May 3, 2025€250,000\.00May 3, 2024€240,000\.00$/);
  });

  it('saves it, empties the field for the next one and gives the focus to the date', async () => {
    const { sent } = await open();
    type('Date', '2025-06-01');
    type('Price', '255000.5');
    press('Add price');
    expect(screen.getByLabelText<HTMLInputElement>('Price').value).toBe('');
    expect(document.activeElement).toBe(screen.getByLabelText('Date'));
    expect(await screen.findByText('Saved: €255,000.50 on Jun 1, 2025')).toBeTruthy();
    expect(sent('instruments.addBars')).toEqual([
      { symbol: '@FLAT', bars: [{ date: '2025-06-01', close: 255_000.5 }] },
    ]);
  });

  it('puts the price back that could not be saved', async () => {
    await open({
      'instruments.addBars': () => {
        throw new ErrorResponse(400, 'bars[0].date lies in the future');
      },
    });
    type('Date', '2025-06-01');
    type('Price', '7');
    press('Add price');
    expect((await screen.findByRole('alert')).textContent).toBe('Jun 1, 2025: The date lies in the future');
    expect(screen.getByLabelText<HTMLInputElement>('Price').value).toBe('7');
  });
});

it('lists no price of an instrument without any', async () => {
  await open({ 'instruments.get': () => instrument({ bars: 0, last_date: null, last_close: null }) });
  expect(screen.getByText('No prices yet. Add the first one.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'All prices' })).toBeNull();
});

it('offers no entering of prices that are computed', async () => {
  await open({
    'instruments.get': () =>
      instrument({ pricing: 'linked', terms: { symbol: 'GC=F', factor: 2, add: 0 }, left_out: 1 }),
  });
  expect(screen.queryByRole('button', { name: 'Add price' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Paste or import…' })).toBeNull();
  expect(screen.getByText('1 price left out: not above 0.')).toBeTruthy();
});

it('rounds computed prices as the page does, and leaves entered ones as they were typed', async () => {
  const bars = () => closes('@FLAT', { '2025-05-03': 110.496235 });
  const terms = { symbol: 'GC=F', factor: 2, add: 0 };
  await open({ 'stocks.bars': bars, 'instruments.get': () => instrument({ pricing: 'linked', terms }) });
  expect(await screen.findByText('€110.50')).toBeTruthy();
  cleanup();
  await open({ 'stocks.bars': bars });
  expect(await screen.findByText('€110.496235')).toBeTruthy();
});

it.each([
  [12, 'GC=F has no prices since '],
  [3, null],
])('names a linked stock whose last price is %i days old, if that is long', async (days, remark) => {
  const last_date = new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
  const terms = { symbol: 'GC=F', factor: 2, add: 0 };
  await open({ 'instruments.get': () => instrument({ pricing: 'linked', terms, last_date }) });
  const shown = screen.queryByText(/has no prices since/);
  expect(shown?.textContent ?? null).toEqual(remark && expect.stringContaining(remark));
});

it('shows the prices of a linked stock once they are there', async () => {
  const linked = { pricing: 'linked', terms: { symbol: 'GC=F', factor: 2, add: 0 } } as const;
  let calls = 0;
  await open({
    'instruments.get': () => {
      calls += 1;
      return instrument(calls === 1 ? { ...linked, bars: 0, last_date: null } : linked);
    },
  });
  expect(screen.getByText('No prices yet: they come with the first ones of GC=F.')).toBeTruthy();
  expect(await screen.findByRole('table', { name: 'Last prices of @FLAT' }, { timeout: 6_000 })).toBeTruthy();
});

it('asks less and less often for the first prices of a linked stock, and not without end', () => {
  const intervals = Array.from({ length: 14 }, (_, index) => pollInterval(index + 1));
  expect(intervals.slice(0, 3)).toEqual([3_000, 4_500, 6_750]);
  expect(intervals.slice(11)).toEqual([expect.closeTo(259_493, 0), false, false]);
});

describe('the import', () => {
  it('leaves out rows with problems once that is ticked, and sends the others', async () => {
    const problem = { field: 'bars[1].close', message: 'bars[1].close must be above 0', row: 1 };
    const { sent } = await open({
      'instruments.addBars': ({ input }) =>
        input.csv?.includes('-1')
          ? barsChange({ added: 2, changed: 1, problems: 1, details: [problem] })
          : barsChange({ added: 2, changed: 1, problems: 0, details: [] }),
    });
    press('Paste or import…');
    const shown = await dialog('Import Prices');
    const button = () => shown.getByRole<HTMLButtonElement>('button', { name: 'Import' });
    expect(button().disabled).toBe(true);
    type('Prices to import', '2025-05-02 98.5\n2025-05-05 -1\n2025-05-06 99\n2025-05-07 98');
    expect(await shown.findByText('2 new, 1 changed, 1 problem')).toBeTruthy();
    expect(shown.getByText('Row 2: close must be above 0')).toBeTruthy();
    expect(button().disabled).toBe(true);
    fireEvent.click(shown.getByLabelText('Leave out 1 row'));
    expect(button().disabled).toBe(false);
    fireEvent.click(button());
    expect(await screen.findByText('2 prices added, 1 changed')).toBeTruthy();
    expect(sent('instruments.addBars').at(-1)).toEqual({
      symbol: '@FLAT',
      csv: 'date\tclose\n2025-05-02\t98.5\n2025-05-06\t99\n2025-05-07\t98',
    });
  });

  it('asks again to leave rows out once the text has changed', async () => {
    const details = [{ field: 'bars[0].close', message: 'bars[0].close must be above 0', row: 0 }];
    await open({ 'instruments.addBars': () => barsChange({ problems: 1, details }) });
    press('Paste or import…');
    const shown = await dialog('Import Prices');
    type('Prices to import', '2025-05-02 -1');
    fireEvent.click(await shown.findByLabelText('Leave out 1 row'));
    type('Prices to import', '2025-05-02 -2');
    const checkbox = await shown.findByLabelText<HTMLInputElement>('Leave out 1 row');
    expect(checkbox.checked).toBe(false);
  });
});

describe('all prices', () => {
  it('takes a deletion back', async () => {
    const { sent } = await open();
    press('All prices');
    const shown = await dialog('Prices of @FLAT');
    fireEvent.click(await shown.findByRole('button', { name: 'Delete May 3, 2024' }));
    fireEvent.click(await shown.findByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(sent('instruments.addBars')).toHaveLength(1));
    expect(sent('instruments.deleteBars')).toEqual([
      { symbol: '@FLAT', since: '2024-05-03', until: '2024-05-03' },
    ]);
    expect(sent('instruments.addBars')).toMatchObject([
      { bars: [{ date: '2024-05-03', open: 240_000, close: 240_000 }] },
    ]);
  });

  it('changes the price of a day, whose other prices follow its close', async () => {
    const { sent } = await open();
    press('All prices');
    const shown = await dialog('Prices of @FLAT');
    fireEvent.click(await shown.findByRole('button', { name: 'Edit May 3, 2025' }));
    fireEvent.change(shown.getByLabelText('Price'), { target: { value: '260000' } });
    fireEvent.click(shown.getByRole('button', { name: 'Save' }));
    expect(await shown.findByText('Price of May 3, 2025 changed.')).toBeTruthy();
    const price = 260_000;
    expect(sent('instruments.addBars')).toMatchObject([
      { bars: [{ date: '2025-05-03', open: price, high: price, low: price, close: price, volume: 0 }] },
    ]);
  });
});

describe('the pricing', () => {
  const change = async () => {
    press('Pricing…');
    const shown = await dialog('Pricing of @FLAT');
    fireEvent.click(shown.getByRole('radio', { name: 'They follow another price' }));
    type('Stock to follow', 'GC=F');
    fireEvent.click(shown.getByRole('button', { name: 'Save' }));
  };
  const question = 'Calculate all prices of @FLAT again? The present ones are replaced.';
  const answers: Answers = {
    'stocks.search': () => ({ results: [] }),
    'instruments.preview': () => ({ bars: [], left_out: 0 }),
    'instruments.update': () => instrument(),
  };

  it.each([
    ['Change', 1],
    ['Cancel', 0],
  ])('asks before it replaces the prices: %s', async (answer, calls) => {
    const { sent } = await open(answers);
    await change();
    const asked = within(await screen.findByRole('alertdialog', { name: question }));
    fireEvent.click(asked.getByRole('button', { name: answer }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    await waitFor(() => expect(sent('instruments.update')).toHaveLength(calls));
    if (calls === 0) return;
    expect(sent('instruments.update')).toMatchObject([
      { symbol: '@FLAT', pricing: 'linked', terms: { symbol: 'GC=F', factor: 1, add: 0 } },
    ]);
  });
});

describe('dividends and splits', () => {
  const stored = {
    symbol: '@FLAT',
    splits: [],
    dividends: [
      { ex_date: '2024-06-03', amount: 600, currency: 'EUR' },
      { ex_date: '2025-01-06', amount: 900, currency: 'EUR' },
      { ex_date: '2026-01-06', amount: 900, currency: 'EUR' },
    ],
    repeats: [{ ex_date: '2025-01-06', amount: 900, months: 12, until: '2026-12-31' }],
    total: 3,
  };
  const answers: Answers = {
    'stocks.actions': () => stored,
    'instruments.setActions': () => ({ ...stored, repeats: [] }),
  };
  const openDialog = async () => {
    press('Dividends and splits…');
    const shown = await dialog('Dividends and splits of @FLAT');
    await shown.findByLabelText('Ex-date');
    return shown;
  };

  it('lists a repeat once, deletes it with its dates, and takes that back', async () => {
    const { sent } = await open(answers);
    const shown = await openDialog();
    const rows = shown.getAllByRole('listitem').map(({ textContent }) => textContent);
    expect(rows).toEqual([
      'Jan 6, 2025Dividends: €900.00 every year until Dec 31, 2026',
      'Jun 3, 2024Dividend: €600.00',
    ]);
    fireEvent.click(shown.getByRole('button', { name: 'Delete dividends of Jan 6, 2025' }));
    expect(await shown.findByText('Dividends of Jan 6, 2025 deleted.')).toBeTruthy();
    fireEvent.click(shown.getByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(sent('instruments.setActions')).toHaveLength(2));
    const dividends = [{ ex_date: '2024-06-03', amount: 600 }];
    expect(sent('instruments.setActions')).toEqual([
      { symbol: '@FLAT', dividends, repeats: [], splits: [] },
      { symbol: '@FLAT', dividends, repeats: stored.repeats, splits: [] },
    ]);
  });

  it('asks whether earlier prices are divided by a split, and sends nothing before the answer', async () => {
    const { sent } = await open(answers);
    const shown = await openDialog();
    fireEvent.change(shown.getByLabelText('Kind'), { target: { value: 'split' } });
    fireEvent.change(shown.getByLabelText('Ex-date'), { target: { value: '2026-03-03' } });
    const question = 'Are the prices before Mar 3, 2026 already divided by 2?';
    const asked = within(shown.getByRole('group', { name: question }));
    const button = shown.getByRole<HTMLButtonElement>('button', { name: 'Add split' });
    expect(button.disabled).toBe(true);
    fireEvent.click(asked.getByRole('radio', { name: 'No' }));
    fireEvent.click(button);
    expect(await shown.findByText('Split of Mar 3, 2026 added.')).toBeTruthy();
    expect(sent('instruments.setActions')).toMatchObject([
      { splits: [{ ex_date: '2026-03-03', numerator: 2, denominator: 1, is_in_prices: false }] },
    ]);
  });

  it('asks anew about earlier prices when another split is typed, and once one is added', async () => {
    await open(answers);
    const shown = await openDialog();
    const change = (label: string, value: string) =>
      fireEvent.change(shown.getByLabelText(label), { target: { value } });
    const isAnswered = () => !shown.getByRole<HTMLButtonElement>('button', { name: 'Add split' }).disabled;
    const answer = () => fireEvent.click(shown.getByRole('radio', { name: 'No' }));
    change('Kind', 'split');
    change('Ex-date', '2026-03-03');
    const changes = [
      ['New shares', '4'],
      ['Old shares', '3'],
      ['Ex-date', '2026-03-04'],
    ] as const;
    for (const [label, value] of changes) {
      answer();
      expect(isAnswered()).toBe(true);
      change(label, value);
      expect([label, isAnswered()]).toEqual([label, false]);
    }
    answer();
    fireEvent.click(shown.getByRole('button', { name: 'Add split' }));
    expect(await shown.findByText('Split of Mar 4, 2026 added.')).toBeTruthy();
    expect(isAnswered()).toBe(false);
  });

  it('asks nothing about a split before the first price', async () => {
    await open(answers);
    const shown = await openDialog();
    fireEvent.change(shown.getByLabelText('Kind'), { target: { value: 'split' } });
    fireEvent.change(shown.getByLabelText('Ex-date'), { target: { value: '2024-05-03' } });
    expect(shown.queryByRole('radio')).toBeNull();
    expect(shown.getByRole<HTMLButtonElement>('button', { name: 'Add split' }).disabled).toBe(false);
  });

  it('keeps what is typed when it cannot be saved', async () => {
    await open({
      ...answers,
      'instruments.setActions': () => {
        throw new TypeError('Failed to fetch');
      },
    });
    const shown = await openDialog();
    fireEvent.change(shown.getByLabelText('Amount a share'), { target: { value: '7' } });
    fireEvent.click(shown.getByRole('button', { name: 'Add dividend' }));
    expect((await shown.findByRole('alert')).textContent).toContain('Failed to save instrument');
    expect(shown.getByLabelText<HTMLInputElement>('Amount a share').value).toBe('7');
  });
});

describe('the facts', () => {
  const openFacts = async (answers: Answers) => {
    const opened = await open(answers);
    press('Facts…');
    return { ...opened, shown: await dialog('Facts of @FLAT') };
  };

  it('sends those that were changed', async () => {
    const { shown, sent } = await openFacts({ 'instruments.update': () => instrument() });
    fireEvent.change(shown.getByLabelText('Name'), { target: { value: 'Flat in Halle ' } });
    fireEvent.change(shown.getByLabelText('Type'), { target: { value: 'Other' } });
    fireEvent.click(shown.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(sent('instruments.update')).toEqual([{ symbol: '@FLAT', name: 'Flat in Halle', type: 'Other' }]);
  });

  it.each([
    [new ErrorResponse(409, '@FLAT has transactions in Main: its currency stays')],
    [
      new ErrorResponse(400, 'Currency must be a code of ISO 4217, for example EUR', [
        { field: 'currency', message: 'Currency must be a code of ISO 4217, for example EUR' },
      ]),
    ],
  ])('shows why a change was refused: %s', async (error) => {
    const { shown } = await openFacts({
      'instruments.update': () => {
        throw error;
      },
    });
    fireEvent.change(shown.getByLabelText('Currency'), { target: { value: 'USD' } });
    fireEvent.click(shown.getByRole('button', { name: 'Save' }));
    expect(await shown.findByText(error.message)).toBeTruthy();
  });
});

describe('deleting the instrument', () => {
  const question = 'Delete @FLAT for good? Its 2 prices, indicators and rules go with it.';
  const confirm = async () => {
    press('Delete instrument');
    const asked = within(await screen.findByRole('alertdialog', { name: question }));
    fireEvent.click(asked.getByRole('button', { name: 'Delete' }));
  };

  it('sends the symbol once more as the confirmation', async () => {
    const { onDeleted, sent } = await open({
      'instruments.delete': () => ({ message: '@FLAT was deleted' }),
    });
    await confirm();
    await waitFor(() => expect(onDeleted).toHaveBeenCalledOnce());
    expect(sent('instruments.delete')).toEqual([{ symbol: '@FLAT', confirmation: '@FLAT' }]);
  });

  it.each([
    [
      new ErrorResponse(409, '@FLAT has transactions in Main. Delete them first'),
      '@FLAT has transactions in Main. Delete them first',
    ],
    [new TypeError('Failed to fetch'), 'Failed to delete instrument'],
  ])('says why it was refused: %s', async (error, message) => {
    const { onDeleted } = await open({
      'instruments.delete': () => {
        throw error;
      },
    });
    await confirm();
    expect(await screen.findByRole('alertdialog', { name: message })).toBeTruthy();
    expect(onDeleted).not.toHaveBeenCalled();
  });
});
