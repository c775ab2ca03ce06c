import { expect, it, onTestFinished, vi } from 'vitest';
import { createStockbook, StockbookError, TaskError, TaskTimeout, waitForTask } from './index.ts';

/** A server that sends the answers one after the other, the last one for ever. */
function serve(...answers: (() => Response)[]) {
  const requests: Request[] = [];
  const stockbook = createStockbook({
    url: 'http://stockbook.test/',
    token: 'secret',
    async fetch(request) {
      requests.push(request);
      const answer = answers.length > 1 ? answers.shift() : answers[0];
      return answer?.() ?? Response.error();
    },
  });
  const read = ({ signal }: { signal: AbortSignal }) =>
    stockbook.getStockTask({ path: { taskId: 'a' }, signal });
  return { stockbook, requests, read };
}

const task =
  (status: string, message = '') =>
  () =>
    Response.json({ task_id: 'a', status, message, result: null });
const refusal =
  (status: number, headers = {}) =>
  () =>
    Response.json({ error: 'No', code: 'NOT_FOUND' }, { status, headers });

it('sends the token, and encodes symbols in paths', async () => {
  const { stockbook, requests } = serve(() => Response.json({ data: [] }));
  await stockbook.getBars({ path: { symbol: '^GSPC' }, query: { start_date: '2026-01-01' } });
  expect(requests[0]?.url).toBe('http://stockbook.test/api/stocks/%5EGSPC/data?start_date=2026-01-01');
  expect(requests[0]?.headers.get('authorization')).toBe('Bearer secret');
});

it('throws an error with the sentence and the code of the server', async () => {
  const { stockbook } = serve(refusal(404));
  const error = await stockbook.getStock({ path: { symbol: 'X' } }).catch((reason) => reason);
  expect(error).toBeInstanceOf(StockbookError);
  expect(error).toMatchObject({ message: 'No', status: 404, code: 'NOT_FOUND', retryAfterS: null });
});

it('throws an error with the status when a proxy answers in place of the server', async () => {
  const { stockbook } = serve(() => new Response('<h1>Bad gateway</h1>', { status: 502 }));
  await expect(stockbook.getVersion()).rejects.toMatchObject({
    message: 'The server answered with status 502',
    status: 502,
    code: null,
  });
});

it('throws the error of fetch unchanged', async () => {
  const failure = new TypeError('fetch failed');
  const stockbook = createStockbook({ url: 'http://stockbook.test', fetch: () => Promise.reject(failure) });
  await expect(stockbook.getVersion()).rejects.toBe(failure);
});

it('waits until the task has succeeded', async () => {
  const { read, requests } = serve(task('PENDING'), task('PROGRESS'), task('SUCCESS', 'Done'));
  expect(await waitForTask(read, { intervalMs: 1 })).toMatchObject({ status: 'SUCCESS', message: 'Done' });
  expect(requests).toHaveLength(3);
});

it('throws the sentence of a task that fails', async () => {
  const { read } = serve(task('FAILURE', 'No stock found for "X"'));
  await expect(waitForTask(read)).rejects.toEqual(new TaskError('No stock found for "X"'));
});

it.each([429, 503])('asks again after retry-after when the server answers %s', async (status) => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const { read, requests } = serve(refusal(status, { 'retry-after': '30' }), task('SUCCESS'));
  const waiting = waitForTask(read, { intervalMs: 1 });
  await vi.advanceTimersByTimeAsync(29_999);
  expect(requests).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(await waiting).toMatchObject({ status: 'SUCCESS' });
});

it('throws any other refusal of the server immediately', async () => {
  const { read, requests } = serve(refusal(404));
  await expect(waitForTask(read, { intervalMs: 1 })).rejects.toThrow(StockbookError);
  expect(requests).toHaveLength(1);
});

it('throws when the task does not end in time', async () => {
  const { read } = serve(task('PENDING'));
  await expect(waitForTask(read, { intervalMs: 1, timeoutMs: 30 })).rejects.toThrow(TaskTimeout);
});

it('ends with the reason of an aborted signal, also during a pause', async () => {
  const { read } = serve(task('PENDING'));
  const abort = new AbortController();
  const waiting = waitForTask(read, { signal: abort.signal, intervalMs: 60_000 });
  const reason = new Error('closed');
  setTimeout(() => abort.abort(reason), 20);
  await expect(waiting).rejects.toBe(reason);
});
