import type { Bar, CalculatedIndicator } from '@stockbook/api/schemas';
import { act, renderHook, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { SignedInProviders } from '../../app/providers.tsx';
import { type Answer, fakeServer } from '../../testing/fake-server.ts';
import { useStudies } from './use-studies.ts';

const bars: Bar[] = [{ date: '2026-11-20', open: 1, high: 1, low: 1, close: 1, volume: 1 }];

function listOf(indicators: CalculatedIndicator[]) {
  return { stock_symbol: 'AAPL', indicators, total: indicators.length };
}

const catalogue = {
  indicators: [
    { function: 'SMA', overlay: true },
    { function: 'RSI', overlay: false },
  ],
  total: 2,
};

function open(answers: Record<string, Answer>) {
  const seen = fakeServer({ 'indicators.catalogue': () => catalogue, ...answers });
  const { result } = renderHook(() => useStudies('AAPL', bars, true), { wrapper: SignedInProviders });
  return { seen, result };
}

it('switches one on or off among those switched meanwhile, also for other stocks', async () => {
  const { result } = open({ 'indicators.forStock': () => listOf([]) });
  await waitFor(() => expect(result.current.isLoading).toBe(false));
  const { show } = result.current;
  localStorage.setItem('shownIndicators', JSON.stringify({ AAPL: ['rsi'], MSFT: ['sma'] }));
  act(() => show('macd', true));
  expect(localStorage.getItem('shownIndicators')).toBe('{"AAPL":["rsi","macd"],"MSFT":["sma"]}');
  act(() => show('rsi', false));
  expect(localStorage.getItem('shownIndicators')).toBe('{"AAPL":["macd"],"MSFT":["sma"]}');
});
