import { act, fireEvent, render, screen } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { taskPercent } from '#lib/api/run-task.ts';
import { type Answers, ErrorResponse, failWith, fakeServer } from '#testing/fake-server.ts';
import { SignedIn } from '#testing/signed-in.tsx';
import { indicatorTask, startedCalculation } from '#testing/tasks.ts';
import { useCalculatedIndicators, useCalculation } from './api.ts';

const rsi = { symbol: 'AAPL', indicator: 'RSI', parameters: { timeperiod: 14 }, name: '' };
const onDone = vi.fn();

beforeEach(() => {
  vi.useFakeTimers();
});

function Page({ symbol }: { symbol: string }) {
  const { state, isBusy, start } = useCalculation(symbol, onDone);
  const percent = taskPercent(state.status === 'running' ? state.task : null);
  useCalculatedIndicators(symbol, true);
  return (
    <button type="button" onClick={() => start(rsi)}>
      {isBusy ? `${percent} %` : state.status}
    </button>
  );
}

async function open(answers: Answers) {
  const seen = fakeServer({
    'indicators.calculate': () => startedCalculation,
    'indicators.forStock': () => ({ stock_symbol: 'AAPL', indicators: [], total: 0 }),
    ...answers,
  });
  const page = (symbol: string | null) => <SignedIn>{symbol !== null && <Page symbol={symbol} />}</SignedIn>;
  const { rerender } = render(page('AAPL'));
  await advance(100);
  fireEvent.click(screen.getByRole('button'));
  await advance(100);
  return {
    /** Shows the page of another stock; null shows a page without a stock. */
    navigate: async (symbol: string | null) => {
      rerender(page(symbol));
      await advance(100);
    },
    calls: (procedure: string) => seen.filter((call) => call.procedure === procedure).length,
  };
}

async function advance(ms: number) {
  await act(() => vi.advanceTimersByTimeAsync(ms));
}

function shown() {
  return screen.getByRole('button').textContent;
}

const pending = () => indicatorTask('PENDING');
const success = () =>
  indicatorTask('SUCCESS', { result: { indicator_id: 'i', indicator_name: 'RSI', rows: 5 } });

it('stays at 100 % until the list has been refetched, then is done', async () => {
  const list = { stock_symbol: 'AAPL', indicators: [], total: 0 };
  const lists = [Promise.resolve(list)];
  const { calls } = await open({
    'indicators.task': success,
    'indicators.forStock': () => lists.shift() ?? new Promise((resolve) => setTimeout(resolve, 5000, list)),
  });
  expect(shown()).toBe('100 %');
  expect(onDone).toHaveBeenCalledWith(success(), rsi);
  await advance(4000);
  expect(shown()).toBe('100 %');
  await advance(1000);
  expect(shown()).toBe('done');
  expect(calls('indicators.forStock')).toBe(2);
});

it('ends the calculation even if refetching the list fails', async () => {
  await open({
    'indicators.task': success,
    'indicators.forStock': failWith(new ErrorResponse(400, 'Not today')),
  });
  expect(shown()).toBe('done');
});

it('stops polling when the page is left, and refetches the list on return', async () => {
  const { navigate, calls } = await open({ 'indicators.task': pending });
  expect(shown()).toBe('10 %');
  await navigate(null);
  await advance(10_000);
  expect(calls('indicators.task')).toBe(1);
  expect(calls('indicators.forStock')).toBe(1);
  await navigate('AAPL');
  expect(shown()).toBe('idle');
  expect(calls('indicators.forStock')).toBe(2);
});

it('stops polling when the page shows another stock', async () => {
  const { navigate, calls } = await open({ 'indicators.task': pending });
  await navigate('MSFT');
  await advance(10_000);
  expect(shown()).toBe('idle');
  expect(calls('indicators.task')).toBe(1);
  await navigate('AAPL');
  expect(calls('indicators.forStock')).toBe(3);
});

it('does not refetch the list on return when the calculation had ended', async () => {
  const { navigate, calls } = await open({ 'indicators.task': success });
  expect(calls('indicators.forStock')).toBe(2);
  await navigate(null);
  await navigate('AAPL');
  expect(calls('indicators.forStock')).toBe(2);
});
