import type { StockTask } from '@stockbook/api/schemas';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { type Answers, ErrorResponse, failWith, fakeServer } from '#testing/fake-server.ts';
import { signedInSession } from '#testing/signed-in.tsx';
import { stockTask } from '#testing/tasks.ts';
import { createApiClient } from './api-client.ts';
import { runTask } from './run-task.ts';
import { addStockTask, stockTaskPercent, stockTaskStep } from './stock-task.ts';

beforeEach(() => {
  vi.useFakeTimers();
});

/** Adds AAPL; resolves with the steps and percentages shown and the outcome. */
async function add(answers: Answers) {
  const seen = fakeServer({
    'stocks.add': () => ({ data: { task_id: 't', symbol: 'AAPL' }, message: '' }),
    'stocks.task': () => stockTask('SUCCESS'),
    ...answers,
  });
  const states: (StockTask | null)[] = [];
  const end = runTask(
    addStockTask,
    createApiClient(signedInSession()),
    { symbol: 'AAPL', isin: null },
    { signal: new AbortController().signal, onState: (state) => states.push(state) },
  ).then(
    () => 'added',
    (error: Error) => error.message,
  );
  await vi.advanceTimersByTimeAsync(120_000);
  return {
    steps: states.map(stockTaskStep),
    percents: states.map(stockTaskPercent),
    end: await end,
    checks: seen.filter(({ procedure }) => procedure === 'stocks.task').length,
  };
}

describe('adding a stock', () => {
  it('reports each step and ends with success', async () => {
    const states = [
      stockTask('PENDING'),
      stockTask('PROGRESS', { status: 'Storing prices', current: 1, total: 3 }),
      stockTask('SUCCESS', { status: 'Done', symbol: 'AAPL', rows: 9 }),
    ];
    const { steps, percents, end, checks } = await add({
      'stocks.task': () => states.shift() ?? stockTask('FAILURE'),
    });
    expect(steps).toEqual([null, 'Storing prices', null]);
    expect(percents).toEqual([null, 33, null]);
    expect(end).toBe('added');
    expect(checks).toBe(3);
  });

  it('rejects with the error of the failed task', async () => {
    const failed = await add({
      'stocks.task': () => stockTask('FAILURE', { error: 'No stock found for "XYZ"' }),
    });
    expect(failed.end).toBe('No stock found for "XYZ"');
    expect((await add({ 'stocks.task': () => stockTask('FAILURE') })).end).toBe('Failed to fetch stock data');
  });

  it('stops polling when the task check fails', async () => {
    const { end, checks } = await add({ 'stocks.task': failWith(new ErrorResponse(500, 'lost')) });
    expect(end).toBe('Failed to check task status');
    expect(checks).toBe(1);
  });

  it('times out after a minute', async () => {
    const { end, checks } = await add({ 'stocks.task': () => stockTask('PENDING') });
    expect(end).toBe('Request timed out. Stock may still be processing.');
    expect(checks).toBe(60);
  });

  it('rejects with the message of a response without a task', async () => {
    const message = 'AAPL is already on your watch list';
    expect((await add({ 'stocks.add': () => ({ message }) })).end).toBe(message);
    expect((await add({ 'stocks.add': () => ({ message: '' }) })).end).toBe('Failed to add stock');
  });

  it('rejects with the reason of a failed call if it is known', async () => {
    const failed = await add({ 'stocks.add': failWith(new TypeError('Failed to fetch')) });
    expect(failed.end).toBe('The server cannot be reached. Check your connection and try again.');
    const unknown = await add({ 'stocks.add': failWith(new Error('?')) });
    expect(unknown.end).toBe('Failed to add stock');
  });
});
