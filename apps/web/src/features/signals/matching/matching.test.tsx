import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, it } from 'vitest';
import { catalogue } from '#testing/catalogue.ts';
import { type Answers, ErrorResponse, failWith, fakeServer } from '#testing/fake-server.ts';
import { signalRule } from '#testing/signals.ts';
import { SignedIn } from '#testing/signed-in.tsx';
import { MatchingResult, MatchingSelect } from './matching-select.tsx';
import { useMatching } from './use-matching.ts';
// Loaded lazily: importing them here keeps their first load out of the tests' waits.
import '#components/ui/overlay/popover-panel-popup.tsx';
import './matching-choice.tsx';
import './matching-panel.tsx';

function Filter({ initial }: { initial: string | undefined }) {
  const [when, setWhen] = useState(initial);
  const matching = useMatching({ when, list: null, onWhen: setWhen });
  return (
    <>
      <MatchingSelect matching={matching} />
      <MatchingResult matching={matching} stockCount={8} />
      <p data-testid="shown">{matching.since ? [...matching.since].join(' ') : 'all stocks'}</p>
    </>
  );
}

const oversold = signalRule({ name: 'Oversold' });

/** Renders the filter with this rule in the address. */
function open(when?: string, answers: Answers = {}) {
  const seen = fakeServer({
    'signals.rules.list': () => ({ rules: [oversold], total: 1 }),
    'signals.screen': () => ({
      matches: [{ symbol: 'AAPL', since: '2026-11-03', close: 187.4, values: [] }],
      total: 1,
      values: [],
      skipped: [{ symbol: 'MSFT', reason: 'RSI (14) needs 15 bars, MSFT has 12' }],
    }),
    'indicators.catalogue': () => ({
      indicators: catalogue.map(({ inputs, parameters, outputs, ...definition }) => ({
        ...definition,
        inputs: [...inputs],
        parameters: [...parameters],
        outputs: [...outputs],
        defaultParams: {},
      })),
      total: catalogue.length,
    }),
    ...answers,
  });
  render(
    <SignedIn>
      <Filter initial={when} />
    </SignedIn>,
  );
  return {
    screened: () => seen.filter(({ procedure }) => procedure === 'signals.screen').map(({ input }) => input),
  };
}

const button = () => screen.getByRole('button', { name: /^Matching/ });
const chosen = () => button().textContent;
const shown = () => screen.getByTestId('shown').textContent;

/** Opens the choice; returns its field. */
async function openChoice() {
  fireEvent.click(button());
  return screen.findByLabelText('Rule');
}

describe('a saved rule', () => {
  it('filters the list, and shows the count and the skipped stocks', async () => {
    const { screened } = open();
    expect(chosen()).toBe('Matching…');
    await openChoice();
    const saved = await screen.findByRole('button', { name: 'Oversold' });
    expect(screened()).toEqual([]);

    fireEvent.click(saved);
    expect(await screen.findByText('Matching at the last close: 1 of 8')).toBeTruthy();
    expect(screened()).toEqual([{ when: oversold.when }]);
    expect(shown()).toBe('AAPL,2026-11-03');
    expect(screen.getByText('1 stock was skipped')).toBeTruthy();
    expect(screen.getByText('MSFT').closest('li')?.textContent).toBe(
      'MSFT: RSI (14) needs 15 bars, MSFT has 12',
    );

    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(chosen()).toBe('Oversold');
    fireEvent.click(screen.getByRole('button', { name: 'Show all stocks' }));
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Matching' })).toBeNull());
    expect(shown()).toBe('all stocks');
  });

  it('names a saved rule when it is in the address', async () => {
    open(oversold.when);
    await waitFor(() => expect(chosen()).toBe('Oversold'));
    expect(await screen.findByText('Matching at the last close: 1 of 8')).toBeTruthy();
  });

  it('offers a rule of a stock with its stock, unless it has a price of that stock', async () => {
    const ofKo = { scope: 'stock', symbol: 'KO' } as const;
    const rules = [
      signalRule({ id: 'level', name: 'Price level', when: 'price touches 62.06', ...ofKo }),
      signalRule({ id: 'sum', name: 'Sum', when: 'close > sma(200) + 1.5', ...ofKo }),
      signalRule({ id: 'own', name: 'Twin', when: oversold.when, ...ofKo }),
      signalRule({ id: 'volume', name: 'Busy', when: 'volume > 5000000', ...ofKo }),
      oversold,
      signalRule({ id: 'list', name: 'Cheap', when: 'close < 5', scope: 'watch_list', symbol: null }),
    ];
    open(undefined, { 'signals.rules.list': () => ({ rules, total: rules.length }) });
    await openChoice();
    const list = await screen.findByRole('list', { name: 'Saved rules' });
    expect([...list.children].map(({ textContent }) => textContent)).toEqual(['Oversold', 'Cheap', 'BusyKO']);
  });

  it('shows all stocks and the error when the call fails, and retries', async () => {
    let isRefused = true;
    open(oversold.when, {
      'signals.screen': () => {
        if (isRefused) throw new ErrorResponse(429, 'Too many rules were evaluated. Try again in a minute');
        return { matches: [], total: 0, values: [], skipped: [] };
      },
    });
    expect(await screen.findByText('Too many rules were evaluated. Try again in a minute')).toBeTruthy();
    expect(shown()).toBe('all stocks');
    isRefused = false;
    fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('Matching at the last close: 0 of 8')).toBeTruthy();
    expect(shown()).toBe('');
  });
});

describe('a typed rule', () => {
  it('applies a typed rule in its canonical form', async () => {
    const { screened } = open();
    const field = await openChoice();
    fireEvent.change(field, { target: { value: 'RSI() < 030' } });
    fireEvent.keyDown(field, { key: 'Enter' });
    expect(await screen.findByText('Matching at the last close: 1 of 8')).toBeTruthy();
    expect(screened()).toEqual([{ when: 'rsi(14) < 30' }]);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(chosen()).toBe('rsi(14) < 30');
  });

  it('underlines the mistake of a typed rule, and does not send the rule', async () => {
    const { screened } = open();
    const field = await openChoice();
    fireEvent.change(field, { target: { value: 'rsi(14) above 30' } });
    fireEvent.click(screen.getByRole('button', { name: 'Show matches' }));
    expect(await screen.findByText('Unexpected "above". Use ">", or "crosses above"')).toBeTruthy();
    expect(screen.getByText('above').className).toContain('underline');
    expect(field.getAttribute('aria-invalid')).toBe('true');
    fireEvent.change(field, { target: { value: 'rsi(14) > 30' } });
    expect(field.getAttribute('aria-invalid')).toBe('false');
    expect(screened()).toEqual([]);
  });

  it('underlines a typed rule that the server has rejected', async () => {
    const message = 'The look-back must be at most 5,000 bars';
    open('sma(6000) > 30', {
      'signals.screen': failWith(
        new ErrorResponse(400, message, [{ field: 'when', message, offset: 0, length: 9 }]),
      ),
    });
    expect((await screen.findByRole('alert')).textContent).toContain(message);
    const field = await openChoice();
    expect(screen.getByText('sma(6000)').className).toContain('underline');
    expect(field.getAttribute('aria-invalid')).toBe('true');
  });
});
