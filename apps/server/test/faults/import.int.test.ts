import { pollUntil } from '@stockbook/testing';
import { expect, it } from 'vitest';
import { call, signUp } from './support/caller.ts';
import { useOwnStack } from './support/own-stack.ts';

const known = Array.from({ length: 40 }, (_, number) => `LOAD${number}`);
const unknown = Array.from({ length: 440 }, (_, number) => `NOPE${number}`);
const invalid = ['US0378331006', 'a/b', ...Array.from({ length: 18 }, (_, number) => `LOAD${number}`)];

/** Spread over the text, so that every part of it has each kind of line. */
const lines = [...known, ...unknown, ...invalid].toSorted(
  (a, b) => a.at(-1)?.localeCompare(b.at(-1) ?? '') ?? 0,
);

interface Line {
  readonly line: number;
  readonly text: string;
  readonly verdict: string;
  readonly message: string | null;
}

it('ends all 500 lines of an import although the provider limits requests and the worker is killed', async () => {
  const { start, mockServer } = await useOwnStack();
  const budgets = { MAX_NEW_SYMBOLS_PER_USER_AND_MINUTE: '1000', MAX_NEW_SYMBOLS_PER_USER_AND_DAY: '1000' };
  const [web, doomed] = await Promise.all([start('web', budgets), start('worker', budgets)]);
  const token = await signUp(web.url, 'importer');
  // Yahoo's limit of a minute, in six seconds: fewer requests than even a busy machine sends.
  mockServer.limitRate(60, 6_000);
  const body = { text: lines.join('\n'), commit: true };
  const { status, body: started } = await call(web.url, 'POST', '/stocks/import', { token, body });
  expect(status).toBe(202);
  const path = `/stocks/import/${started.task_id}`;
  const read = async () => (await call(web.url, 'GET', path, { token })).body;
  const progress = async () => (await read()).info as { current: number; total: number } | null;

  await pollUntil('150 imported lines', async () => ((await progress())?.current ?? 0) >= 150, {
    timeoutMs: 60_000,
  });
  expect(mockServer.refusedRequests).toBeGreaterThan(0);
  mockServer.limitRate(60, 3_000);
  await doomed.kill();
  await start('worker', budgets);
  const ended = await pollUntil(
    'the end of the import',
    async () => {
      const task = await read();
      return task.status === 'SUCCESS' || task.status === 'FAILURE' ? task : undefined;
    },
    { timeoutMs: 200_000 },
  );

  expect([ended.status, ended.info]).toEqual(['SUCCESS', { current: 500, total: 500 }]);
  const result = (ended.result as { lines: Line[] }).lines;
  expect(result.map(({ text }) => text)).toEqual(lines);
  const count = (verdict: string) => result.filter((line) => line.verdict === verdict).length;
  expect(['added', 'not_added', 'duplicate', 'wrong_check_digit', 'not_recognised'].map(count)).toEqual([
    40, 440, 18, 1, 1,
  ]);
  const reasons = result
    .filter(({ verdict }) => verdict === 'not_added')
    .map(({ text, message }) => [text, message]);
  expect(reasons).toEqual(reasons.map(([text]) => [text, `No stock found for "${text}"`]));
  const { body: list } = await call(web.url, 'GET', '/stocks', { token });
  const symbols = (list.stocks as { stock: { symbol: string } }[]).map(({ stock }) => stock.symbol);
  expect(symbols.toSorted()).toEqual(known.toSorted());
}, 300_000);
