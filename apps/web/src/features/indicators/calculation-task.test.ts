import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createApiClient } from '#lib/api/api-client.ts';
import { runTask, taskPercent } from '#lib/api/run-task.ts';
import { type Answers, ErrorResponse, failWith, fakeServer } from '#testing/fake-server.ts';
import { signedInSession } from '#testing/signed-in.tsx';
import { indicatorTask, startedCalculation } from '#testing/tasks.ts';
import { calculationTask } from './api.ts';

describe('calculating an indicator', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });

  async function calculate(answers: Answers, symbol = 'AAPL') {
    const seen = fakeServer({
      'indicators.calculate': () => startedCalculation,
      ...answers,
    });
    const percents: number[] = [];
    const end = runTask(
      calculationTask,
      createApiClient(signedInSession()),
      { symbol, indicator: 'RSI', parameters: {}, name: '' },
      {
        signal: new AbortController().signal,
        onState: (state) => percents.push(taskPercent(state)),
      },
    ).then(
      ({ result }) => result,
      (error: Error) => error.message,
    );
    await vi.advanceTimersByTimeAsync(20_000);
    const checks = seen.filter(({ procedure }) => procedure === 'indicators.task').length;
    return { percents, end: await end, checks, seen };
  }

  it('polls every two seconds until the task has a result', async () => {
    const result = { indicator_id: 'i', indicator_name: 'RSI', rows: 5 };
    const states = [
      indicatorTask('PENDING'),
      indicatorTask('PROGRESS', { info: { current: 1, total: 2 } }),
      indicatorTask('SUCCESS', { result }),
    ];
    const { percents, end, checks } = await calculate({
      'indicators.task': () => states.shift() ?? indicatorTask('FAILURE'),
    });
    expect(percents).toEqual([10, 50, 100]);
    expect(end).toEqual(result);
    expect(checks).toBe(3);
  });

  it('rejects with the error of the failed task', async () => {
    const failed = await calculate({
      'indicators.task': () => indicatorTask('FAILURE', { error: 'Too few bars' }),
    });
    expect(failed.end).toBe('Too few bars');
    expect((await calculate({ 'indicators.task': () => indicatorTask('FAILURE') })).end).toBe('Task failed');
  });

  it('stops polling when the task check fails', async () => {
    const { end, checks } = await calculate({
      'indicators.task': failWith(new TypeError('Failed to fetch')),
    });
    expect(end).toBe('Failed to fetch task status');
    expect(checks).toBe(1);
  });

  it('rejects with the details of the server if there are any, else with its message', async () => {
    const refuse = (details?: string) => failWith(new ErrorResponse(400, 'In general.', details));
    expect((await calculate({ 'indicators.calculate': refuse('Too short.') })).end).toBe('Too short.');
    expect((await calculate({ 'indicators.calculate': refuse() })).end).toBe('In general.');
  });

  it('rejects without a symbol before it calls the server', async () => {
    const { end, seen } = await calculate({}, '');
    expect(end).toBe('No stock symbol provided');
    expect(seen).toEqual([]);
  });
});
