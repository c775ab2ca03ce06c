import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { type Answers, ErrorResponse, failWith, fakeServer, type Output } from '#testing/fake-server.ts';
import { InRouter } from '#testing/in-router.tsx';
import { instrument } from '#testing/instruments.ts';
import {
  answeredReport,
  currencyQuestion,
  differentBalances,
  moveId,
  moveLines,
  moveQuestion,
  moveReport,
} from '#testing/moves.ts';
import { user } from '#testing/session-page.ts';
import { SignedIn } from '#testing/signed-in.tsx';
import { MovePage } from './move-page.tsx';

type Report = Output<'moves.get'>;
type Task = Output<'portfolios.imports.task'>;

const task = (facts: Partial<Task> = {}): Task => ({
  task_id: 't',
  status: 'SUCCESS',
  message: '',
  info: null,
  result: null,
  error: null,
  ...facts,
});

function Page({ isComparing: initially }: { isComparing: boolean }) {
  const [isComparing, setIsComparing] = useState(initially);
  return <MovePage moveId={moveId} isComparing={isComparing} onComparing={setIsComparing} />;
}

interface Options {
  isComparing?: boolean;
  answers?: Answers;
}

/** Opens the page of a move whose report a test may change. */
function open(report: Report, { isComparing = false, answers = {} }: Options = {}) {
  const server = { report };
  const seen = fakeServer({
    'moves.get': () => server.report,
    'moves.answer': () => server.report,
    'moves.commit': () => {
      server.report = { ...server.report, state: 'storing' };
      return { task_id: 't', message: 'Moving in' };
    },
    'portfolios.imports.task': () => task({ status: 'PENDING' }),
    ...answers,
  });
  render(
    <SignedIn>
      <InRouter>
        <Page isComparing={isComparing} />
      </InRouter>
    </SignedIn>,
  );
  const inputsOf = (procedure: string) =>
    seen.filter((call) => call.procedure === procedure).map(({ input }) => input);
  return { server, inputsOf };
}

function rememberTask() {
  localStorage.setItem(`user.${user.id}.moveInTask`, JSON.stringify({ moveId, taskId: 't' }));
}

const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }));
const step = () => screen.getByRole('list', { name: 'Steps' }).querySelector('[aria-current]')?.textContent;

it('shows the progress of the file that is read, and then its check', async () => {
  rememberTask();
  let state = task({ status: 'PROGRESS', message: 'Planning...', info: { current: 1, total: 3 } });
  const { server } = open(moveReport({ state: 'reading' }), {
    answers: { 'portfolios.imports.task': () => state },
  });
  expect(await screen.findByText('Reading... 33%')).toBeTruthy();
  expect(step()).toBe('1. Choose a file');
  server.report = moveReport({ state: 'answers_needed' });
  state = task();
  expect(await screen.findByText('6 lines: 5 new · 1 problem. 1 question is open.')).toBeTruthy();
  expect(step()).toBe('2. Check');
  expect(document.activeElement?.textContent).toBe('2. Check');
});

it('shows the progress of a task that another browser has started', async () => {
  const state = task({ status: 'PROGRESS', message: 'Moving in...', info: { current: 1, total: 2 } });
  const { inputsOf } = open(moveReport({ state: 'storing', task_id: 'other' }), {
    answers: { 'portfolios.imports.task': () => state },
  });
  expect(await screen.findByText('Moving in... 50%')).toBeTruthy();
  expect(inputsOf('portfolios.imports.task')).toContainEqual({ taskId: 'other' });
});

it('shows why a file could not be read', async () => {
  open(moveReport({ state: 'failed', problem: 'The file is damaged near line 812' }));
  expect((await screen.findByRole('alert')).textContent).toBe('The file is damaged near line 812');
  expect(screen.getByRole('link', { name: 'Choose a file' }).getAttribute('href')).toBe(
    '/portfolios/move-in',
  );
});

it('keeps the comparison closed until each question has an answer', async () => {
  const { server, inputsOf } = open(moveReport({ state: 'answers_needed' }), { isComparing: true });
  const next = await screen.findByRole('button', { name: '1 question is open' });
  expect(next.getAttribute('aria-disabled')).toBe('true');
  server.report = answeredReport();
  press('Leave it out');
  await screen.findByRole('heading', { name: 'Shares and cash in Portfolio Performance, and here' });
  expect(inputsOf('moves.answer')).toEqual([{ moveId, answers: { 'security:s3': 'skip' } }]);
});

it('takes a typed symbol for a security, and shows why the server refuses it', async () => {
  const message = 'A security must be a symbol, own or skip';
  const { inputsOf } = open(moveReport(), {
    answers: {
      'moves.answer': failWith(new ErrorResponse(400, message)),
      'stocks.search': () => ({ results: [] }),
    },
  });
  const field = await screen.findByLabelText('Stock for Bitcoin');
  fireEvent.change(field, { target: { value: 'btc!' } });
  press('Use');
  expect(await screen.findByText(message)).toBeTruthy();
  expect(inputsOf('moves.answer')).toEqual([{ moveId, answers: { 'security:s3': 'BTC!' } }]);
});

it('offers the stock whose quotes have another currency than the file says', async () => {
  const { inputsOf } = open(answeredReport({ questions: [currencyQuestion] }));
  expect(await screen.findByText(currencyQuestion.text)).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Compare' }).getAttribute('aria-disabled')).not.toBe('true');
  press('Yes, take AAPL');
  await waitFor(() =>
    expect(inputsOf('moves.answer')).toEqual([{ moveId, answers: { 'security:s1': 'AAPL' } }]),
  );
});

it('sends the names and currencies of portfolios when their fields are left', async () => {
  const { inputsOf, server } = open(answeredReport());
  const name = await screen.findByLabelText<HTMLInputElement>('Name of Depot');
  fireEvent.blur(name);
  fireEvent.change(name, { target: { value: 'Long term ' } });
  const [first, ...others] = server.report.planned_portfolios;
  if (first)
    server.report = answeredReport({ planned_portfolios: [{ ...first, name: 'Long term' }, ...others] });
  fireEvent.blur(name);
  expect(await screen.findByLabelText('Name of Long term')).toBe(name);
  const currency = screen.getByLabelText('Currency of Pension');
  fireEvent.change(currency, { target: { value: 'chf' } });
  fireEvent.keyDown(currency, { key: 'Enter' });
  await waitFor(() => expect(inputsOf('moves.answer')).toHaveLength(2));
  expect(inputsOf('moves.answer')).toEqual([
    { moveId, answers: { 'name:p1': 'Long term' } },
    { moveId, answers: { 'currency:p2': 'CHF' } },
  ]);
});

it('joins two portfolios, and parts them again', async () => {
  const { inputsOf, server } = open(answeredReport());
  const join = await screen.findByLabelText('Depot Together with');
  const { accounts, planned_portfolios } = server.report;
  server.report = answeredReport({
    accounts: accounts.map((account) => ({ ...account, portfolio: 'p2' })),
    planned_portfolios: planned_portfolios.slice(1).map((each) => ({ ...each, merged: ['p1'] })),
  });
  fireEvent.change(join, { target: { value: 'p2' } });
  const members = await screen.findByRole('list', { name: 'Accounts of Pension' });
  await waitFor(() => expect(within(members).getAllByRole('listitem')).toHaveLength(3));
  press('Make Depot a portfolio of its own');
  await waitFor(() => expect(inputsOf('moves.answer')).toHaveLength(2));
  expect(inputsOf('moves.answer')).toEqual([
    { moveId, answers: { 'merge:p1': 'p2' } },
    { moveId, answers: { 'merge:p1': 'p1' } },
  ]);
});

it('answers a question with a default by another choice', async () => {
  const split = moveQuestion({
    key: 'split:s1:2024-06-10',
    kind: 'split',
    text: 'Your file counts 10 shares of NVDA. How many do you hold?',
    choices: [
      { value: 'multiplied', label: '100' },
      { value: 'kept', label: '10' },
    ],
    default: 'multiplied',
  });
  const { inputsOf } = open(answeredReport({ questions: [split] }));
  const answers = within(await screen.findByRole('group', { name: split.text }));
  expect(answers.getByRole<HTMLInputElement>('radio', { name: '100' }).checked).toBe(true);
  fireEvent.click(answers.getByRole('radio', { name: '10' }));
  await waitFor(() =>
    expect(inputsOf('moves.answer')).toEqual([{ moveId, answers: { [split.key]: 'kept' } }]),
  );
});

it('lists the lines, problems first, and filters them', async () => {
  const { inputsOf } = open(moveReport(), {
    answers: {
      'moves.lines': ({ input: { verdict } }) => (verdict === 'new' ? { lines: [], total: 0 } : moveLines),
    },
  });
  const rows = within(await screen.findByRole('list', { name: 'Lines, problems first' }));
  expect(rows.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'May 21, 2024 · buy · 1 · Bitcoin · 100 EURWhich stock is "Bitcoin"?Problem',
    'May 20, 2024 · Buy · AAPL · 3 × $947.80 · fees $1.09In the file: May 20, 2024 · buy · 3 · Apple · 2616.21 EUR · fees 1New',
  ]);
  expect(screen.getByText('Lines 1 to 50 of 120, problems first')).toBeTruthy();
  press('Next');
  await screen.findByText('Lines 51 to 100 of 120, problems first');
  fireEvent.change(screen.getByLabelText('Verdict'), { target: { value: 'new' } });
  expect(await screen.findByText('No lines match.')).toBeTruthy();
  expect(inputsOf('moves.lines')).toEqual([
    { moveId, limit: 50, offset: 0 },
    { moveId, limit: 50, offset: 50 },
    { moveId, verdict: 'new', limit: 50, offset: 0 },
  ]);
});

it('shows the price of a bond in per cent', async () => {
  const { securities, ...report } = moveReport();
  open(
    { ...report, securities: securities.map((security) => ({ ...security, symbol: '@BOND' })) },
    {
      answers: {
        'moves.lines': () => moveLines,
        'instruments.get': () => instrument({ symbol: '@BOND', quoted_in: 'percent' }),
      },
    },
  );
  await screen.findByText('May 20, 2024 · Buy · @BOND · 3 × 947.80% · fees $1.09');
});

it('asks nothing about an own instrument that does not exist yet', async () => {
  const { securities, ...report } = moveReport();
  const { inputsOf } = open(
    { ...report, securities: securities.map((security) => ({ ...security, status: 'own', symbol: '@BTC' })) },
    { answers: { 'moves.lines': () => moveLines } },
  );
  await screen.findByText('May 20, 2024 · Buy · @BTC · 3 × $947.80 · fees $1.09');
  expect(inputsOf('instruments.get')).toEqual([]);
});

it('shows lines without a problem on request', async () => {
  const { inputsOf } = open(answeredReport(), {
    answers: { 'moves.lines': () => ({ lines: [], total: 0 }) },
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Show all 6 lines' }));
  expect(await screen.findByText('No lines match.')).toBeTruthy();
  expect(inputsOf('moves.lines')).toHaveLength(1);
});

it('asks for a day', async () => {
  const question = moveQuestion({ key: 'date:1', kind: 'date', text: 'When were these bought?' });
  const { inputsOf } = open(answeredReport({ questions: [question] }));
  const day = await screen.findByLabelText('Day');
  fireEvent.change(day, { target: { value: '2024-05-20' } });
  fireEvent.blur(day);
  await waitFor(() =>
    expect(inputsOf('moves.answer')).toEqual([{ moveId, answers: { 'date:1': '2024-05-20' } }]),
  );
});

it('asks for a rate, which may have a decimal comma', async () => {
  const text = 'How many USD was 1 EUR worth on Jun 12, 2024?';
  const question = moveQuestion({ key: 'rate:EUR:USD:2024-06-12', kind: 'rate', text });
  const { inputsOf } = open(answeredReport({ questions: [question] }));
  const rate = await screen.findByLabelText('Rate');
  fireEvent.change(rate, { target: { value: '1,0852' } });
  fireEvent.blur(rate);
  await waitFor(() =>
    expect(inputsOf('moves.answer')).toEqual([{ moveId, answers: { 'rate:EUR:USD:2024-06-12': '1.0852' } }]),
  );
});

it('moves in what adds up, with its progress, and takes it back', async () => {
  let state = task({
    status: 'PROGRESS',
    message: 'Looked up 1 of 2 stocks',
    info: { current: 1, total: 3 },
  });
  const { server, inputsOf } = open(answeredReport(), {
    answers: {
      'portfolios.imports.task': () => state,
      'moves.takeBack': () => {
        server.report = { ...server.report, state: 'taken_back' };
        return { message: '1,180 transactions and 3 portfolios were taken back' };
      },
    },
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Compare' }));
  expect(await screen.findByText('Everything adds up: 14 holdings, 3 accounts.')).toBeTruthy();
  expect(screen.queryByLabelText('Move in anyway')).toBeNull();
  press('Move in');
  expect(await screen.findByText('Moving in... 33%')).toBeTruthy();
  expect(screen.getByText(/^Looked up 1 of 2 stocks\./)).toBeTruthy();
  server.report = answeredReport({ state: 'stored', portfolios: 3, transactions: 1180 });
  state = task();
  expect(await screen.findByText('3 portfolios, 1,180 transactions. Everything adds up.')).toBeTruthy();
  expect(screen.getByText(/^Returns can differ a little/)).toBeTruthy();
  press('Take it back');
  fireEvent.click(
    within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Take it back' }),
  );
  expect(await screen.findByText('1,180 transactions and 3 portfolios were taken back')).toBeTruthy();
  expect(inputsOf('moves.commit')).toEqual([{ moveId, accept_differences: false }]);
});

it('needs a tick for balances that differ', async () => {
  const { inputsOf } = open(answeredReport({ comparison: differentBalances }), { isComparing: true });
  const differences = await screen.findByRole('list', { name: 'Differences' });
  expect(differences.textContent).toBe(differentBalances.differences[0]?.message);
  const button = screen.getByRole('button', { name: 'Move in' });
  expect(button.getAttribute('aria-disabled')).toBe('true');
  fireEvent.click(screen.getByLabelText('Move in anyway'));
  fireEvent.click(button);
  await screen.findByText('Moving in... 10%');
  expect(inputsOf('moves.commit')).toEqual([{ moveId, accept_differences: true }]);
});

it('shows why the move has stopped until an answer is changed', async () => {
  rememberTask();
  const error = '1 question is open';
  const { server } = open(moveReport({ state: 'answers_needed' }), {
    answers: { 'portfolios.imports.task': () => task({ status: 'FAILURE', error }) },
  });
  expect((await screen.findByRole('alert')).textContent).toBe(error);
  server.report = answeredReport();
  press('Make it an own instrument');
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
});

it('says what to do about a question with a default at which the move has stopped', async () => {
  rememberTask();
  const error = '1 question is open';
  open(answeredReport({ state: 'answers_needed', questions: [currencyQuestion] }), {
    isComparing: true,
    answers: { 'portfolios.imports.task': () => task({ status: 'FAILURE', error }) },
  });
  expect((await screen.findByRole('alert')).textContent).toBe(error);
  expect(screen.getByText(/^Go back to change answers, or move in with the suggested/)).toBeTruthy();
});

it('shows why a move cannot be taken back', async () => {
  const error = 'You added 12 transactions to these portfolios. Delete them first';
  open(answeredReport({ state: 'stored', portfolios: 1, transactions: 1, comparison: differentBalances }), {
    answers: { 'moves.takeBack': failWith(new ErrorResponse(409, error)) },
  });
  expect(await screen.findByText('1 portfolio, 1 transaction. 1 balance differs.')).toBeTruthy();
  press('Take it back');
  fireEvent.click(
    within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Take it back' }),
  );
  expect((await screen.findByRole('alert')).textContent).toBe(error);
});

it('says that there is no such move', async () => {
  open(moveReport(), { answers: { 'moves.get': failWith(new ErrorResponse(404, 'Move not found')) } });
  expect(await screen.findByRole('heading', { name: 'Move Not Found' })).toBeTruthy();
});
