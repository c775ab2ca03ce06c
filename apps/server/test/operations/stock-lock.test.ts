import { pollUntil } from '@stockbook/testing';
import { expect, it, onTestFinished } from 'vitest';
import { call, endOf, signUp, taskIdOf } from '../faults/support/caller.ts';
import { startStack } from '../faults/support/stack.ts';
import { startPrimary } from './support/postgres-server.ts';

it('names another worker that holds the lock on a stock as the reason of a failure, not the provider', async () => {
  const postgres = await startPrimary();
  onTestFinished(() => postgres.remove());
  const stack = await startStack(postgres.url);
  onTestFinished(() => stack.stop());
  const [{ url }, holder] = await Promise.all([stack.start('web'), stack.start('worker')]);
  const add = async (name: string) => {
    const token = await signUp(url, name);
    const taskId = taskIdOf(await call(url, 'POST', '/stocks/', { token, body: { symbol: 'AAPL' } })) ?? '';
    return () => endOf(() => url, '/stocks/tasks', taskId, token, 60_000);
  };

  stack.mockServer.behave('hang');
  await add('first');
  await pollUntil('a request to the provider', () => stack.mockServer.requests.length > 0);
  holder.signal('SIGSTOP');
  stack.mockServer.behaveWell();
  await stack.start('worker');
  const second = await add('second');
  expect(await second()).toEqual({
    status: 'FAILURE',
    message: 'It took too long: another task was still fetching this stock. Try again shortly',
  });
});
