import type { SignalRule } from '@stockbook/api/schemas';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { catalogue } from '#testing/catalogue.ts';
import { type Answers, ErrorResponse, failWith, fakeServer } from '#testing/fake-server.ts';
import { InRouter } from '#testing/in-router.tsx';
import { rulePreview, stockRule } from '#testing/signals.ts';
import { SignedIn } from '#testing/signed-in.tsx';
import { watchList, watchListItem } from '#testing/watch-list-item.ts';
import { RuleDialog } from './rule-dialog.tsx';

const indicators = catalogue.map(({ inputs, outputs, parameters, ...definition }) => ({
  ...definition,
  inputs: [...inputs],
  outputs: [...outputs],
  parameters: [...parameters],
  defaultParams: {},
}));

async function open(
  answers: Answers = {},
  { rule = null, symbol = 'AAPL' }: { rule?: SignalRule | null; symbol?: string | null } = {},
) {
  const seen = fakeServer({
    'indicators.catalogue': () => ({ indicators, total: indicators.length }),
    'signals.preview': ({ input: { when } }) => rulePreview({ when }),
    ...answers,
  });
  const events = { onClose: vi.fn(), onPreview: vi.fn(), onSaved: vi.fn() };
  render(
    <SignedIn>
      <InRouter>
        <RuleDialog isOpen symbol={symbol} rule={rule} {...events} />
      </InRouter>
    </SignedIn>,
  );
  await screen.findByRole('button', { name: rule ? 'Save' : 'Add Signal' });
  const inputsOf = (procedure: string) =>
    seen.filter((call) => call.procedure === procedure).map(({ input }) => input);
  return { ...events, inputsOf };
}

it('opens with the focus on the first way to begin', async () => {
  await open();
  await waitFor(() => expect(document.activeElement?.textContent).toBe('RSI leaves oversold'));
});

const submit = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

it('previews a rule, marks it on the chart, and adds it', async () => {
  const created = Promise.withResolvers<void>();
  const { inputsOf, onPreview, onSaved, onClose } = await open({
    'signals.rules.create': async () => {
      await created.promise;
      return {
        ...stockRule(),
        message: 'The rule was added, and notifications of AAPL were turned on',
        notifications_turned_on: 1,
      };
    },
  });
  expect(await screen.findByText('True 14 times since 2016, last on Nov 3, 2026')).toBeTruthy();
  expect(onPreview).toHaveBeenLastCalledWith(rulePreview());
  submit('Golden cross');
  await waitFor(() =>
    expect(onPreview).toHaveBeenLastCalledWith(rulePreview({ when: 'sma(50) crosses above sma(200)' })),
  );
  expect(inputsOf('signals.preview')).toEqual([
    { symbol: 'AAPL', when: 'rsi(14) crosses above 30' },
    { symbol: 'AAPL', when: 'sma(50) crosses above sma(200)' },
  ]);
  fireEvent.change(screen.getByLabelText('Silent for … bars after a signal'), { target: { value: '5' } });
  submit('Add Signal');
  expect(await screen.findByRole('button', { name: 'Adding...' })).toBeTruthy();
  created.resolve();
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(onSaved).toHaveBeenCalledWith('The rule was added, and notifications of AAPL were turned on');
  expect(inputsOf('signals.rules.create')).toEqual([
    {
      when: 'sma(50) crosses above sma(200)',
      name: null,
      scope: 'stock',
      symbol: 'AAPL',
      list_id: null,
      trigger: 'becomes_true',
      quiet_bars: 5,
      expires_on: null,
      notify: false,
    },
  ]);
});

it('previews only the last of several changes in a row, and only a rule without errors', async () => {
  const { inputsOf } = await open();
  await screen.findByText(/^True 14 times/);
  const field = screen.getByLabelText('Condition 1, right side, number');
  for (const value of ['3', '', '35']) fireEvent.change(field, { target: { value } });
  await waitFor(() => expect(inputsOf('signals.preview')).toHaveLength(2));
  expect(inputsOf('signals.preview').at(-1)).toMatchObject({ when: 'rsi(14) crosses above 35' });
  fireEvent.change(field, { target: { value: '' } });
  expect(await screen.findByText('Enter a number, for example 30 or 187.5')).toBeTruthy();
  expect(inputsOf('signals.preview')).toHaveLength(2);
});

it('shows the error of the server, and stays open', async () => {
  const { onClose } = await open({
    'signals.rules.create': failWith(new ErrorResponse(409, 'You already have this rule')),
  });
  submit('Add Signal');
  expect((await screen.findByRole('alert')).textContent).toContain('You already have this rule');
  expect(screen.getByRole('button', { name: 'Add Signal' })).toBeTruthy();
  expect(onClose).not.toHaveBeenCalled();
});

it('moves the focus to a field that prevents saving', async () => {
  const { inputsOf } = await open();
  const field = screen.getByLabelText('Silent for … bars after a signal');
  fireEvent.change(field, { target: { value: '251' } });
  submit('Add Signal');
  expect(await screen.findByText('0 to 250')).toBeTruthy();
  expect(document.activeElement).toBe(field);
  expect(inputsOf('signals.rules.create')).toEqual([]);
});

it('underlines an error that only the server knows', async () => {
  await open({
    'signals.preview': failWith(
      new ErrorResponse(400, 'The look-back is too long', [
        { field: 'when', message: 'The look-back is too long', offset: 4, length: 6 },
      ]),
    ),
  });
  fireEvent.click(screen.getByRole('button', { name: 'Text' }));
  fireEvent.change(screen.getByLabelText('Rule'), { target: { value: 'not sma(9000) > 3' } });
  await waitFor(() => expect(document.querySelector('.decoration-wavy')?.textContent).toBe('sma(90'));
  expect(screen.getAllByText('The look-back is too long')).toHaveLength(1);
});

it('asks whether a rule over a list turns on notifications', async () => {
  const { inputsOf } = await open(
    {
      'stocks.list': () => watchList([watchListItem({ symbol: 'MSFT' }), watchListItem({ symbol: 'AAPL' })]),
      'signals.rules.create': () => ({ ...stockRule(), message: '', notifications_turned_on: 0 }),
    },
    { symbol: null },
  );
  await screen.findByText(/^True 14 times/);
  expect(inputsOf('signals.preview')).toMatchObject([{ symbol: 'MSFT' }]);
  fireEvent.change(screen.getByLabelText('Stocks'), { target: { value: 'favorites' } });
  fireEvent.click(screen.getByRole('switch', { name: 'Turn on notifications for all these stocks' }));
  submit('Add Signal');
  await waitFor(() =>
    expect(inputsOf('signals.rules.create')).toMatchObject([
      { scope: 'favorites', symbol: null, notify: true },
    ]),
  );
});

it.each([
  ['190', true],
  ['sma(50)', false],
])('checks a level of the session that becomes %s during the session: %s', async (level, during_session) => {
  const rule = stockRule({ when: 'price touches 187.5', during_session: true });
  const { inputsOf } = await open({ 'signals.rules.update': () => rule }, { rule });
  fireEvent.click(screen.getByRole('button', { name: 'Text' }));
  const text = screen.getByLabelText<HTMLTextAreaElement>('Rule');
  fireEvent.change(text, { target: { value: `price touches ${level}` } });
  submit('Save');
  await waitFor(() =>
    expect(inputsOf('signals.rules.update')).toMatchObject([
      { when: `price touches ${level}`, during_session },
    ]),
  );
});

it('edits a rule, and opens one that rows cannot show as text', async () => {
  const rule = stockRule({
    when: 'not close > sma(50)',
    sentence: 'close is not above SMA (50)',
    name: 'Below the average',
    trigger: 'once',
    quiet_bars: 3,
  });
  const { inputsOf, onSaved } = await open({ 'signals.rules.update': () => rule }, { rule });
  const text = screen.getByLabelText<HTMLTextAreaElement>('Rule');
  expect(text.value).toBe('not close > sma(50)');
  fireEvent.change(text, { target: { value: 'not close > sma(60)' } });
  submit('Save');
  await waitFor(() => expect(onSaved).toHaveBeenCalledWith(null));
  expect(inputsOf('signals.rules.update')).toEqual([
    {
      id: rule.id,
      when: 'not close > sma(60)',
      name: 'Below the average',
      scope: 'stock',
      symbol: 'AAPL',
      list_id: null,
      trigger: 'once',
      quiet_bars: 3,
      expires_on: null,
    },
  ]);
});

it('says that a rule was added, and deletes it again', async () => {
  const added = stockRule();
  const message = 'The rule was added, and notifications of AAPL were turned on';
  const { inputsOf, onSaved } = await open({
    'signals.rules.create': () => ({ ...added, message, notifications_turned_on: 1 }),
    'signals.rules.delete': () => added,
  });
  submit('Add Signal');
  const toast = await screen.findByRole('group', { name: 'Signal added.' });
  expect(within(toast).getByRole('button', { name: 'Show' })).toBeTruthy();
  fireEvent.click(within(toast).getByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(inputsOf('signals.rules.delete')).toEqual([{ id: added.id }]));
  expect(onSaved.mock.calls).toEqual([[message], [null]]);
});

it('restores a changed rule, and shows the error if that fails', async () => {
  const rule = stockRule({ name: 'Oversold', quiet_bars: 3 });
  const refuse = failWith(new ErrorResponse(409, 'You already have this rule'));
  const { inputsOf } = await open(
    { 'signals.rules.update': ({ input: { when } }) => (when === rule.when ? refuse() : rule) },
    { rule },
  );
  fireEvent.change(screen.getByLabelText('Condition 1, right side, number'), { target: { value: '25' } });
  submit('Save');
  const toast = await screen.findByRole('group', { name: 'Signal saved.' });
  fireEvent.click(within(toast).getByRole('button', { name: 'Undo' }));
  expect(await screen.findByRole('alertdialog', { name: 'You already have this rule' })).toBeTruthy();
  expect(inputsOf('signals.rules.update')).toMatchObject([
    { id: rule.id, when: 'rsi(14) crosses above 25' },
    { id: rule.id, when: 'rsi(14) crosses above 30', name: 'Oversold', quiet_bars: 3, symbol: 'AAPL' },
  ]);
});

it.each([
  ['Escape', () => fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Escape' })],
  ['the close button', () => submit('Close')],
  ['Cancel', () => submit('Cancel')],
])('asks before %s discards a changed rule, but not an unchanged one', async (_, close) => {
  const { onClose } = await open();
  const field = screen.getByLabelText('Condition 1, right side, number');
  fireEvent.change(field, { target: { value: '35' } });
  close();
  const question = await screen.findByRole('alertdialog', { name: 'Discard this rule?' });
  fireEvent.click(within(question).getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(onClose).not.toHaveBeenCalled();
  fireEvent.change(field, { target: { value: '30' } });
  close();
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(screen.queryByRole('alertdialog')).toBeNull();
});
