import type { SignalRule } from '@stockbook/api/schemas';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { expect, it, onTestFinished } from 'vitest';
import { type Answers, ErrorResponse, fakeServer } from '#testing/fake-server.ts';
import { InRouter } from '#testing/in-router.tsx';
import { signalRule } from '#testing/signals.ts';
import { SignedIn } from '#testing/signed-in.tsx';
import { RuleList } from './rule-list.tsx';

/** Renders the rules of a server that has these; answers may be replaced. */
function open(rules: SignalRule[], answers: Answers = {}) {
  let stored = rules;
  const seen = fakeServer({
    'signals.rules.list': () => ({ rules: stored, total: stored.length }),
    'signals.rules.update': ({ input: { id, is_active = true } }) => {
      stored = stored.map((rule) => (rule.id === id ? { ...rule, is_active } : rule));
      return signalRule({ id, is_active });
    },
    'signals.rules.delete': ({ input: { id } }) => {
      stored = stored.filter((rule) => rule.id !== id);
      return signalRule({ id });
    },
    ...answers,
  });
  render(
    <SignedIn>
      <InRouter>
        <RuleList />
      </InRouter>
    </SignedIn>,
  );
  const inputsOf = (procedure: string) =>
    seen.filter((call) => call.procedure === procedure).map(({ input }) => input);
  return { inputsOf };
}

it('shows the scope, the sentence, the signals and the problems of each rule', async () => {
  open([
    signalRule({
      name: 'Oversold',
      problems: [{ symbol: 'XYZ', message: 'RSI (14) needs 15 bars, XYZ has 12' }],
    }),
    signalRule({ scope: 'favorites', signal_count: 0, last_signal: null }),
    signalRule({ scope: 'stock', symbol: 'AAPL', signal_count: 1 }),
  ]);
  const [first, second, third] = await screen.findAllByRole('listitem');
  expect(first?.textContent).toContain('Watch list');
  expect(first?.textContent).toContain('RSI (14) crosses above 30');
  expect(first?.textContent).toContain('14 signals');
  expect(first?.textContent).toContain('Last signal at the close of Nov 3, 2026');
  expect(first?.textContent).toContain('RSI (14) needs 15 bars, XYZ has 12');
  expect(second?.textContent).toContain('Favorites');
  expect(second?.textContent).toContain('No signal so far');
  expect(third?.textContent).toMatch(/1 signal(?!s)/);
  expect(screen.getByRole('link', { name: 'AAPL' }).getAttribute('href')).toBe('/stocks/AAPL');
});

it('shows a default name that was shortened as the whole sentence, with a capital', async () => {
  const sentence = `${'close is above SMA (20) and '.repeat(5)}volume is above 5`;
  open([signalRule({ name: `${sentence.slice(0, 99)}…`, sentence })]);
  const shown = `C${sentence.slice(1)}`;
  expect(await screen.findByRole('switch', { name: shown })).toBeTruthy();
  expect(screen.getAllByText(shown)).toHaveLength(1);
});

it('switches a rule off', async () => {
  const rule = signalRule({ name: 'Oversold' });
  const { inputsOf } = open([rule]);
  fireEvent.click(await screen.findByRole('switch', { name: 'Oversold' }));
  await waitFor(() => expect(screen.getByRole('switch').getAttribute('aria-checked')).toBe('false'));
  expect(inputsOf('signals.rules.update')).toEqual([{ id: rule.id, is_active: false }]);
});

it('deletes a rule after a confirmation', async () => {
  open([signalRule({ name: 'Oversold' })]);
  fireEvent.click(await screen.findByRole('button', { name: 'Menu of Oversold' }));
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Delete' }));
  const question = await screen.findByRole('alertdialog', { name: /Oversold/ });
  fireEvent.click(within(question).getByRole('button', { name: 'Delete' }));
  expect(
    await screen.findByText(
      "No signals yet. Add one on a stock's page, or write a rule for your whole list.",
    ),
  ).toBeTruthy();
});

it('opens the dialog for a new rule and for an existing one', async () => {
  open([signalRule({ name: 'Oversold' })]);
  fireEvent.click(screen.getByRole('button', { name: 'Add Signal' }));
  const dialog = await screen.findByRole('dialog', { name: 'Add Signal' });
  fireEvent.click(within(dialog).getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  fireEvent.click(screen.getByRole('button', { name: 'Menu of Oversold' }));
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Edit' }));
  expect(await screen.findByRole('dialog', { name: 'Edit Signal' })).toBeTruthy();
});

it('offers a retry when loading fails', async () => {
  let isBroken = true;
  open([], {
    'signals.rules.list': () => {
      if (isBroken) throw new ErrorResponse(400, 'Not today');
      return { rules: [signalRule({ name: 'Oversold' })], total: 1 };
    },
  });
  expect(screen.getByText('Loading signals...')).toBeTruthy();
  expect(await screen.findByText('Not today')).toBeTruthy();
  isBroken = false;
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByText('Oversold')).toBeTruthy();
});

it('gives the focus to the rule in the address', async () => {
  const rule = signalRule();
  window.location.hash = `rule-${rule.id}`;
  onTestFinished(() => {
    window.location.hash = '';
  });
  open([signalRule({ name: 'Other' }), rule]);
  await waitFor(() => expect(document.activeElement?.id).toBe(`rule-${rule.id}`));
});
