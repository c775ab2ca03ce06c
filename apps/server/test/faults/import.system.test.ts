import { pollUntil } from '@stockbook/testing';
import { expect, it } from 'vitest';
import { call, signUp } from './support/caller.ts';
import { useOwnStack } from './support/own-stack.ts';

/** With `FULL_IMPORT=1`, the provider is asked for every line but twenty, which takes minutes. */
const isFull = process.env.FULL_IMPORT === '1';
/** Few: each has a whole history to store. */
const knownCount = isFull ? 40 : 10;
const unknownCount = isFull ? 440 : 80;
const duplicateCount = 498 - knownCount - unknownCount;

const known = Array.from({ length: knownCount }, (_, number) => `LOAD${number}`);
const unknown = Array.from({ length: unknownCount }, (_, number) => `NOPE${number}`);
const duplicates = Array.from({ length: duplicateCount }, (_, number) => `LOAD${number % knownCount}`);
const invalid = ['US0378331006', 'a/b', ...duplicates];

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
  mockServer.limitRate(60);
  const body = { text: lines.join('\n'), commit: true };
  const { status, body: started } = await call(web.url, 'POST', '/stocks/import', { token, body });
  expect(status).toBe(202);
  const path = `/stocks/import/${started.task_id}`;
  const read = async () => (await call(web.url, 'GET', path, { token })).body;
  const isHalfDone = async () => {
    const { info } = await read();
    const { current = 0 } = (info ?? {}) as { current?: number };
    // The lines without a request end first.
    return current >= invalid.length + (knownCount + unknownCount) / 2;
  };

  await pollUntil('half of the requested lines', isHalfDone, { timeoutMs: 120_000 });
  expect(mockServer.refusedRequests).toBeGreaterThan(0);
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
    knownCount,
    unknownCount,
    duplicateCount,
    1,
    1,
  ]);
  const reasons = result
    .filter(({ verdict }) => verdict === 'not_added')
    .map(({ text, message }) => [text, message]);
  expect(reasons).toEqual(reasons.map(([text]) => [text, `No stock found for "${text}"`]));
  const { body: list } = await call(web.url, 'GET', '/stocks', { token });
  const symbols = (list.stocks as { stock: { symbol: string } }[]).map(({ stock }) => stock.symbol);
  expect(symbols.toSorted()).toEqual(known.toSorted());
}, 300_000);
