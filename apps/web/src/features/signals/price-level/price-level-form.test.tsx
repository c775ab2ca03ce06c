import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { OfflineContext } from '#lib/session/session-context.ts';
import { type Answers, ErrorResponse, failWith, fakeServer } from '#testing/fake-server.ts';
import { InRouter } from '#testing/in-router.tsx';
import { quote, quoteList } from '#testing/quotes.ts';
import { stockRule } from '#testing/signals.ts';
import { SignedIn } from '#testing/signed-in.tsx';
import { PriceLevelForm } from './price-level-form.tsx';
import { usePriceLevel } from './use-price-level.ts';

const rules = [
  stockRule({ id: 'touch', when: 'price touches 187.5' }),
  stockRule({ id: 'off', when: 'price touches 190', is_active: false }),
  stockRule({ id: 'other' }),
  stockRule({ id: 'session', when: 'price touches 200', during_session: true }),
];

function Page({ onSaved }: { onSaved: (message: string | null) => void }) {
  const level = usePriceLevel(rules, 2);
  return (
    <>
      <button type="button" onClick={() => level.onStart(180)}>
        Start
      </button>
      <button type="button" onClick={() => level.onDrag('touch', 191.257)}>
        Drag
      </button>
      <button type="button" onClick={() => level.onDrag('session', 201)}>
        Drag the other
      </button>
      {level.draft && (
        <PriceLevelForm symbol="AAPL" level={level} draft={level.draft} tick={0.01} onSaved={onSaved} />
      )}
      <output>{level.levels.map(({ id, price }) => `${id} ${price}`).join(', ')}</output>
    </>
  );
}

function open(answers: Answers) {
  const seen = fakeServer(answers);
  const onSaved = vi.fn();
  render(
    <SignedIn>
      <InRouter>
        <Page onSaved={onSaved} />
      </InRouter>
    </SignedIn>,
  );
  const field = () => screen.getByLabelText<HTMLInputElement>('Signal when the price touches');
  const levels = () => document.querySelector('output')?.textContent;
  return { seen, onSaved, field, levels };
}

const press = (button: string) => fireEvent.click(screen.getByRole('button', { name: button }));

it('draws the levels of active rules that watch a price', () => {
  expect(open({}).levels()).toBe('touch 187.5, session 200');
});

it('adds a new level, which has the focus', async () => {
  const { seen, onSaved, field, levels } = open({
    'signals.rules.create': () => ({ ...stockRule(), message: 'On now', notifications_turned_on: 1 }),
  });
  press('Start');
  expect(field().value).toBe('180.00');
  expect(document.activeElement).toBe(field());
  fireEvent.change(field(), { target: { value: '180.01' } });
  expect(levels()).toBe('touch 187.5, session 200, draft 180.01');
  fireEvent.submit(field());
  await waitFor(() => expect(onSaved).toHaveBeenCalledWith('On now'));
  expect(seen.find(({ procedure }) => procedure === 'signals.rules.create')?.input).toEqual({
    when: 'price touches 180.01',
    symbol: 'AAPL',
    during_session: false,
  });
  expect(levels()).toBe('touch 187.5, session 200');
});

it('restores a dragged level with Escape, and then closes', () => {
  const { field, levels } = open({});
  press('Drag');
  expect(levels()).toBe('session 200, draft 191.26');
  fireEvent.keyDown(field(), { key: 'Escape' });
  expect(field().value).toBe('187.50');
  fireEvent.keyDown(field(), { key: 'Escape' });
  expect(screen.queryByLabelText('Signal when the price touches')).toBeNull();
  expect(levels()).toBe('touch 187.5, session 200');
});

it('saves a dragged level in its rule, and shows the error of the server', async () => {
  const { seen } = open({
    'signals.rules.update': failWith(new ErrorResponse(409, 'You already have this rule')),
  });
  press('Drag');
  press('Save');
  expect((await screen.findByRole('alert')).textContent).toContain('You already have this rule');
  expect(seen.find(({ procedure }) => procedure === 'signals.rules.update')?.input).toEqual({
    id: 'touch',
    when: 'price touches 191.26',
    during_session: false,
  });
});

it('adds a level that is checked during the session, and says how often and how late', async () => {
  const { seen } = open({
    'quotes.list': () =>
      quoteList({ quotes: [quote({ delay_minutes: 15 })], interval_s: 300, next_at: null }),
    'signals.rules.create': () => ({ ...stockRule(), message: 'On now', notifications_turned_on: 1 }),
  });
  press('Start');
  expect(screen.getByText(/Checked at the close of each day\./)).toBeDefined();
  const check = screen.getByLabelText<HTMLSelectElement>('Check');
  expect([...check.options].map(({ text }) => text)).toEqual(['At the close', 'During the session']);
  fireEvent.change(check, { target: { value: 'session' } });
  expect(
    await screen.findByText(
      /Checked every 5 minutes while the exchange is open\. Prices of this exchange are delayed by 15 minutes\./,
    ),
  ).toBeDefined();
  press('Add Signal');
  await waitFor(() =>
    expect(seen.find(({ procedure }) => procedure === 'signals.rules.create')?.input).toMatchObject({
      when: 'price touches 180.00',
      during_session: true,
    }),
  );
});

it.each([15, 60])(
  'says that a level is checked every minute when prices come every %i s',
  async (interval_s) => {
    open({
      'quotes.list': () => quoteList({ quotes: [quote({ delay_minutes: null })], interval_s, next_at: null }),
    });
    press('Start');
    fireEvent.change(screen.getByLabelText('Check'), { target: { value: 'session' } });
    const hint = /Checked every minute while the exchange is open\. Prices may be delayed\./;
    expect(await screen.findByText(hint)).toBeDefined();
  },
);

it('starts no level while the pages are shown without the server', () => {
  fakeServer({});
  render(
    <SignedIn>
      <OfflineContext value={true}>
        <InRouter>
          <Page onSaved={() => {}} />
        </InRouter>
      </OfflineContext>
    </SignedIn>,
  );
  press('Start');
  expect(screen.queryByLabelText('Signal when the price touches')).toBeNull();
});

it('keeps how a dragged level is checked', () => {
  open({});
  press('Drag the other');
  expect(screen.getByLabelText<HTMLSelectElement>('Check').value).toBe('session');
});

it('says that a level was saved, and restores it', async () => {
  const { seen } = open({ 'signals.rules.update': () => stockRule({ id: 'touch' }) });
  press('Drag');
  press('Save');
  const toast = await screen.findByRole('group', { name: 'Signal saved.' });
  fireEvent.click(within(toast).getByRole('button', { name: 'Undo' }));
  const updates = () => seen.filter(({ procedure }) => procedure === 'signals.rules.update');
  await waitFor(() =>
    expect(updates()[1]?.input).toMatchObject({ id: 'touch', when: 'price touches 187.5' }),
  );
});
