import type { TransactionImportPreview } from '@stockbook/api/schemas';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { beforeAll, expect, it } from 'vitest';
import { type Answers, ErrorResponse, failWith, fakeServer, type Output } from '#testing/fake-server.ts';
import { portfolio } from '#testing/portfolios.ts';
import { SignedIn } from '#testing/signed-in.tsx';
import { ImportTransactions } from './import-transactions.tsx';

const portfolioId = portfolio().id;
// Otherwise the first test would wait for it.
beforeAll(async () => {
  await import('./import-dialog.tsx');
});

const importId = '0b6a4f0e-5b7e-4a53-9f5e-2f3c7f0f4d11';
const text = 'Day,Kind,Stock,Count\n2024-05-20,Buy,NVDA,3\n2024-05-21,Bonus,APPLE INC,1';

const line = {
  line: 2,
  verdict: 'new' as const,
  message: null,
  field: null,
  security: 'NVDA',
  transaction: {
    type: 'BUY' as const,
    date: '2024-05-20',
    symbol: 'NVDA',
    name: 'NVIDIA Corporation',
    quantity: 3,
    price: 947.8,
    amount: null,
    currency: 'USD',
    fees: 1,
    taxes: 0,
    fx_rate: null,
    fx_currency: null,
    ex_date: null,
    to_amount: null,
    to_currency: null,
    external_id: null,
    note: null,
  },
  raw: '2024-05-20,Buy,NVDA,3',
};

const problem = {
  ...line,
  line: 3,
  verdict: 'problem' as const,
  message: 'There is no SEK/EUR rate for Jan 3, 2001: map a column or enter the rate',
  field: 'fx_rate',
  transaction: null,
  raw: '2024-05-21,Bonus,APPLE INC,1',
};

function preview(facts: Partial<TransactionImportPreview> = {}): TransactionImportPreview {
  return {
    preset: 'Trade Republic',
    is_confirmed: true,
    mapping: {
      fields: {
        date: { column: 0 },
        type: { column: 1 },
        symbol: { column: 2 },
        currency: { constant: 'USD' },
      },
      types: [],
      securities: [],
      day_order: null,
      decimal_mark: null,
      amount: null,
    },
    header: ['Day', 'Kind', 'Stock', 'Count'],
    columns: [
      ['2024-05-20', '2024-05-21'],
      ['Buy', 'Bonus'],
      ['NVDA', 'APPLE INC'],
      ['3', '1'],
    ],
    counts: { new: 1, already_there: 3, skipped: 0, problem: 1 },
    questions: [
      {
        kind: 'type',
        text: 'Bonus',
        choices: [],
        lines: 1,
        message: 'This type is not known: "Bonus"',
      },
      {
        kind: 'security',
        text: 'APPLE INC',
        choices: ['AAPL', 'APC.DE'],
        lines: 1,
        message: 'Which stock is "APPLE INC"?',
      },
    ],
    lines: [problem, line],
    total: 2,
    ...facts,
  };
}

type Task = Output<'portfolios.imports.task'>;

const task = (facts: Partial<Task> = {}): Task => ({
  task_id: 't',
  status: 'SUCCESS',
  message: '',
  info: null,
  result: { added: 412, already_there: 3, lines: [] },
  error: null,
  ...facts,
});

function open(answers: Answers = {}) {
  const seen = fakeServer({
    'portfolios.imports.list': () => ({ imports: [], total: 0 }),
    'portfolios.imports.import': ({ input }) =>
      input.commit ? { task_id: 't', import_id: importId, message: '' } : preview(),
    'portfolios.imports.task': () => task(),
    'portfolios.imports.delete': () => ({ message: '412 transactions were taken back' }),
    ...answers,
  });
  const page = (
    <SignedIn>
      <ImportTransactions portfolio={portfolio()} />
    </SignedIn>
  );
  const view = render(page);
  const inputsOf = (procedure: string) =>
    seen.filter((call) => call.procedure === procedure).map(({ input }) => input);
  return {
    inputsOf,
    reload: () => {
      view.unmount();
      render(page);
    },
  };
}

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

async function paste() {
  press('Import');
  fireEvent.change(await screen.findByLabelText('Or paste its text'), { target: { value: text } });
  press('Next');
  await screen.findByText('This looks like Trade Republic.');
}

async function goToCheck() {
  await paste();
  press('Next');
  await screen.findByText('1 new · 3 already there · 1 problem');
}

it('leads to the rows beyond the first 200, and keeps what was cured on the way', async () => {
  // Two problems: the fields of 1,250 would take jsdom ten seconds.
  const rows = Array.from({ length: 1250 }, (_, index) => ({
    ...(index === 200 || index === 1249 ? problem : line),
    line: index + 2,
  }));
  const { inputsOf } = open({
    'portfolios.imports.import': ({ input: { offset = 0, limit = 200 } }) =>
      preview({ lines: rows.slice(offset, offset + limit), total: rows.length }),
  });
  await goToCheck();
  const cure = (line: number) => screen.findByLabelText<HTMLInputElement>(`Exchange rate of line ${line}`);
  await screen.findByText('Rows 1 to 200 of 1,250, problems first');
  expect(screen.queryByLabelText('Exchange rate of line 202')).toBeNull();
  press('Next');
  fireEvent.change(await cure(202), { target: { value: '0.09' } });
  await screen.findByText('Rows 201 to 400 of 1,250, problems first');
  for (const first of [401, 601, 801, 1001, 1201]) {
    press('Next');
    await screen.findByText(new RegExp(`^Rows ${first.toLocaleString('en-US')} to`));
  }
  await cure(1251);
  expect(screen.getByRole('button', { name: 'Next' }).hasAttribute('disabled')).toBe(true);
  expect(inputsOf('portfolios.imports.import').slice(-2)).toMatchObject([
    { offset: 200, limit: 1000, mapping: { rows: [] } },
    { offset: 1200, limit: 1000, mapping: { rows: [] } },
  ]);
  for (let page = 0; page < 5; page += 1) press('Previous');
  expect((await cure(202)).value).toBe('0.09');
  press('Check again');
  await screen.findByText('Rows 1 to 200 of 1,250, problems first');
  expect(inputsOf('portfolios.imports.import').at(-1)).toMatchObject({
    mapping: { rows: [{ line: 202, fx_rate: '0.09' }] },
  });
});

it('matches columns and constants, and asks the server only if the mapping has changed', async () => {
  const { inputsOf } = open();
  await paste();
  expect(screen.getByText('2024-05-20 · 2024-05-21')).toBeTruthy();
  expect(screen.getByLabelText<HTMLInputElement>('Currency of all rows').value).toBe('USD');
  press('Next');
  await screen.findByText('1 new · 3 already there · 1 problem');
  expect(inputsOf('portfolios.imports.import')).toEqual([{ portfolioId, text, commit: false }]);
  press('Back');
  fireEvent.change(screen.getByLabelText('Column of Shares'), { target: { value: '3' } });
  fireEvent.change(screen.getByLabelText('Amounts of trades'), { target: { value: 'net' } });
  press('Next');
  await waitFor(() => expect(inputsOf('portfolios.imports.import')).toHaveLength(2));
  expect(inputsOf('portfolios.imports.import')[1]).toMatchObject({
    mapping: {
      fields: { date: { column: 0 }, quantity: { column: 3 }, currency: { constant: 'USD' } },
      amount: 'net',
      rows: [],
    },
  });
});

it('cures problems in place, and checks again before the import', async () => {
  const { inputsOf } = open();
  await goToCheck();
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Import 1 transaction' }).disabled).toBe(
    false,
  );
  fireEvent.change(screen.getByLabelText('This type is not known: "Bonus"'), { target: { value: 'skip' } });
  fireEvent.change(screen.getByLabelText('Which stock is "APPLE INC"?'), { target: { value: 'APC.DE' } });
  fireEvent.change(screen.getByLabelText('Exchange rate of line 3'), { target: { value: '0.0891' } });
  expect(screen.queryByRole('button', { name: /^Import / })).toBeNull();
  press('Check again');
  await waitFor(() =>
    expect(inputsOf('portfolios.imports.import').at(-1)).toMatchObject({
      commit: false,
      mapping: {
        types: [{ text: 'Bonus', type: 'skip' }],
        securities: [{ text: 'APPLE INC', symbol: 'APC.DE' }],
        rows: [{ line: 3, fx_rate: '0.0891' }],
      },
    }),
  );
});

it('leaves a row out instead of curing it', async () => {
  const { inputsOf } = open();
  await goToCheck();
  fireEvent.click(screen.getByRole('checkbox', { name: /^Leave out\s*line 3$/ }));
  expect(screen.queryByLabelText('Exchange rate of line 3')).toBeNull();
  press('Check again');
  await waitFor(() =>
    expect(inputsOf('portfolios.imports.import').at(-1)).toMatchObject({
      mapping: { rows: [{ line: 3, skip: true }] },
    }),
  );
});

it('imports with its progress, and takes the import back', async () => {
  const states = [
    task({ status: 'PENDING', result: null }),
    task({ status: 'PROGRESS', info: { current: 1, total: 4 }, result: null }),
  ];
  const { inputsOf } = open({ 'portfolios.imports.task': () => states.shift() ?? task() });
  await goToCheck();
  press('Import 1 transaction');
  expect(await screen.findByText('Importing... 10%')).toBeTruthy();
  expect(await screen.findByText('Importing... 25%')).toBeTruthy();
  expect(await screen.findByText('412 transactions were added.')).toBeTruthy();
  expect(inputsOf('portfolios.imports.import').at(-1)).toMatchObject({ commit: true, mapping: { rows: [] } });
  press('Take this import back');
  expect(await screen.findByText('412 transactions were taken back')).toBeTruthy();
  expect(inputsOf('portfolios.imports.delete')).toEqual([{ portfolioId, importId }]);
});

it('names the rows that were left out', async () => {
  const left = { line: 7, verdict: 'problem' as const, field: 'symbol', security: 'NOPE' };
  open({
    'portfolios.imports.task': () =>
      task({
        result: {
          added: 1,
          already_there: 0,
          lines: [{ ...left, message: 'No stock found for "NOPE"' }],
        },
      }),
  });
  await goToCheck();
  press('Import 1 transaction');
  expect(await screen.findByText('1 transaction was added.')).toBeTruthy();
  const region = screen.getByRole('region', { name: 'Rows that were left out' });
  expect(region.textContent).toBe('Line 7 NOPE: No stock found for "NOPE"');
});

it('continues with a running import after the page was left', async () => {
  let isRunning = true;
  const { reload } = open({
    'portfolios.imports.task': () =>
      isRunning ? task({ status: 'PROGRESS', info: { current: 1, total: 2 }, result: null }) : task(),
  });
  await goToCheck();
  press('Import 1 transaction');
  await screen.findByText('Importing... 50%');
  reload();
  fireEvent.click(await screen.findByRole('button', { name: 'Importing...' }));
  await screen.findByText('Importing... 50%');
  isRunning = false;
  expect(await screen.findByText('412 transactions were added.')).toBeTruthy();
});

it('shows why the import failed, and leads back to the check', async () => {
  const error = 'You would have sold 5 more shares of AAPL than you held on Mar 3, 2024';
  open({ 'portfolios.imports.task': () => task({ status: 'FAILURE', result: null, error }) });
  await goToCheck();
  press('Import 1 transaction');
  expect(await screen.findByText(error)).toBeTruthy();
  press('Back to the check');
  expect(screen.getByText('1 new · 3 already there · 1 problem')).toBeTruthy();
});

it('shows why a text cannot be read, and keeps it', async () => {
  open({ 'portfolios.imports.import': failWith(new ErrorResponse(400, 'The file has 10,001 rows.')) });
  press('Import');
  fireEvent.change(await screen.findByLabelText('Or paste its text'), { target: { value: text } });
  press('Next');
  expect(await screen.findByText('The file has 10,001 rows.')).toBeTruthy();
  expect(screen.getByLabelText<HTMLTextAreaElement>('Or paste its text').value).toBe(text);
});

it('lists earlier imports, each of which can be taken back', async () => {
  const entry = {
    id: importId,
    file_name: 'trades.csv',
    preset: 'Schwab',
    added: 12,
    created_at: '2026-11-23T12:00:00.000Z',
  };
  const { inputsOf } = open({
    'portfolios.imports.list': () => ({ imports: [entry], total: 1 }),
    'portfolios.imports.delete': () => ({ message: '12 transactions were taken back' }),
  });
  press('Import');
  const list = within(await screen.findByRole('region', { name: 'Earlier imports' }));
  fireEvent.click(await list.findByRole('button', { name: 'Take back the import of trades.csv' }));
  fireEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Take back' }));
  expect(await list.findByText('12 transactions were taken back')).toBeTruthy();
  expect(inputsOf('portfolios.imports.delete')).toEqual([{ portfolioId, importId }]);
});

it('reads a file by its name, and refuses one that is no text', async () => {
  const { inputsOf } = open();
  press('Import');
  const input = await screen.findByLabelText('File with transactions');
  const choose = (bytes: number[], name: string) =>
    fireEvent.change(input, { target: { files: [new File([Uint8Array.from(bytes)], name)] } });
  choose([0x50, 0, 0x4b], 'trades.xlsx');
  expect(await screen.findByText('trades.xlsx is not a text file. Choose a CSV or JSON file')).toBeTruthy();
  // Windows-1252: a currency sign and an umlaut that are no UTF-8.
  choose([0x53, 0x74, 0xfc, 0x63, 0x6b, 0x3b, 0x80], 'depot.csv');
  await screen.findByText('depot.csv');
  press('Next');
  await waitFor(() =>
    expect(inputsOf('portfolios.imports.import')).toEqual([
      { portfolioId, text: 'Stück;€', file_name: 'depot.csv', commit: false },
    ]),
  );
});
