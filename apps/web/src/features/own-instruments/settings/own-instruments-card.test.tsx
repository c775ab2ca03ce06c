import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { type Answers, ErrorResponse, fakeServer } from '#testing/fake-server.ts';
import { InRouter } from '#testing/in-router.tsx';
import { instrument } from '#testing/instruments.ts';
import { SignedIn } from '#testing/signed-in.tsx';
import { OwnInstrumentsCard } from './own-instruments-card.tsx';

function open(answers: Answers) {
  const seen = fakeServer(answers);
  render(
    <InRouter>
      <SignedIn>
        <OwnInstrumentsCard />
      </SignedIn>
    </InRouter>,
  );
  return seen;
}

it('says how to begin without any', async () => {
  open({ 'instruments.list': () => ({ instruments: [], total: 0 }) });
  const text = 'No own instruments. Add what no source has: a bond, a fund of your bank, gold, a flat.';
  expect(await screen.findByText(text)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Download all (CSV)' })).toBeNull();
});

it('lists each with its last price, and links those of the watch list', async () => {
  const bond = instrument({ symbol: '@BOND', quoted_in: 'percent', last_close: 98.5, is_tracked: false });
  open({ 'instruments.list': () => ({ instruments: [bond, instrument()], total: 2 }) });
  const [first, second] = await screen.findAllByRole('listitem');
  expect(first?.textContent).toContain('98.50% on May 3, 2025');
  expect(second?.textContent).toContain('€250,000.00 on May 3, 2025');
  expect(screen.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(['@FLAT']);
});

it('deletes one after a question', async () => {
  const seen = open({
    'instruments.list': () => ({ instruments: [instrument({ bars: 120 })], total: 1 }),
    'instruments.delete': () => ({ message: '@FLAT was deleted' }),
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Delete @FLAT' }));
  const name = 'Delete @FLAT for good? Its 120 prices, indicators and rules go with it.';
  const asked = within(await screen.findByRole('alertdialog', { name }));
  fireEvent.click(asked.getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(seen.some(({ procedure }) => procedure === 'instruments.delete')).toBe(true));
});

it('says that loading failed', async () => {
  open({
    'instruments.list': () => {
      throw new ErrorResponse(400, 'The database cannot be reached');
    },
  });
  expect((await screen.findByRole('alert')).textContent).toContain('The database cannot be reached');
});
