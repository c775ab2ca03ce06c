import { describe, expect, it } from 'vitest';
import { movingClock } from '../support/moving-clock.ts';
import { useTracking } from '../support/tracking.ts';
import { dayOf } from '../support/with-price-files.ts';

const clock = movingClock();
const tracking = useTracking(clock.now);

const above = { when: 'close > 10', scope: 'list', symbol: null };
const runnable = { format: 'stockbook/1', entry: 'close > 10', exit: 'close < 9' };
const unknownId = '00000000-0000-4000-8000-000000000000';

/** A user who tracks a stock that is on a list, and a second one that is not. */
async function withList(closes: readonly number[]) {
  const user = await tracking(closes);
  const { symbol, token, harness, put, post, get } = user;
  const other = `${symbol}B`;
  await put(other, closes);
  await harness.addStock(token, other);
  const { body } = await post('/lists/', { name: 'Tech', symbols: [symbol] });
  const id = String(body.id);
  const remove = (path: string) => harness.rest('DELETE', path, { token });
  return {
    ...user,
    id,
    other,
    remove,
    list: () => get(`/lists/${id}`),
    restore: () => post(`/lists/${id}/restore`, {}),
    rules: async () => (await get('/signals/rules/')).rules as Record<string, unknown>[],
    async backtest(strategyId: unknown) {
      const started = await post(`/strategies/${strategyId}/backtests`, {});
      if (started.status !== 202) return started;
      await harness.endOfTask(started, token);
      return harness.rest('GET', `/backtests/${started.body.backtest_id}`, { token });
    },
  };
}

const notFound = { status: 404, body: { error: 'List not found', code: 'NOT_FOUND' } };

describe('a signal rule over a list', () => {
  it('gives signals for the stocks of its list, from the bar on which they join', async () => {
    const { addRule, refresh, inbox, id, symbol, other, post } = await withList([9, 9]);
    const rule = await addRule({ ...above, list_id: id });
    expect(rule).toMatchObject({ scope: 'list', list_id: id, symbol: null });
    for (const stock of [symbol, other]) await refresh([9, 9, 11], stock);
    expect(await inbox()).toMatchObject([{ symbol, rule_id: rule.id, bar_date: dayOf(2) }]);
    await post(`/lists/${id}/stocks`, { symbols: [other] });
    await refresh([9, 9, 11], other);
    await refresh([9, 9, 11, 9, 12], other);
    expect(await inbox()).toMatchObject([{ symbol: other, bar_date: dayOf(4) }, { symbol }]);
  });

  it('needs a list of the user, and is equal to another one of the same list only', async () => {
    const { addRule, post, patch, id } = await withList([9]);
    const rule = await addRule({ ...above, list_id: id });
    const create = (rule: object) => post('/signals/rules/', { ...above, ...rule });
    expect(await create({ list_id: id })).toMatchObject({
      status: 409,
      body: { error: 'You already have this rule' },
    });
    const second = String((await post('/lists/', { name: 'Second' })).body.id);
    const { id: secondRule } = await addRule({ ...above, list_id: second });
    const path = `/signals/rules/${secondRule}`;
    expect(await patch(path, { list_id: id })).toMatchObject({ status: 409 });
    expect(await patch(path, { list_id: unknownId })).toMatchObject(notFound);
    expect(await patch(path, { scope: 'watch_list' })).toMatchObject({
      status: 200,
      body: { scope: 'watch_list', list_id: null },
    });
    expect(await patch(path, { name: 'Named', scope: 'list', list_id: second })).toMatchObject({
      body: { scope: 'list', list_id: second },
    });
    for (const list_id of [unknownId, 'nonsense']) expect(await create({ list_id })).toMatchObject(notFound);
    const stranger = await withList([9]);
    expect(await stranger.post('/signals/rules/', { ...above, list_id: id })).toMatchObject(notFound);
    for (const [body, error] of [
      [{}, 'The scope list needs a list_id'],
      [{ scope: 'watch_list', list_id: id }, 'Only the scope list has a list_id'],
    ] as const) {
      expect(await create(body)).toMatchObject({
        status: 400,
        body: { error, details: [{ field: 'list_id' }] },
      });
    }
    expect(rule.problems).toEqual([]);
  });

  it('turns notifications on for the stocks of its list if that is requested', async () => {
    const { post, get, id, symbol, other } = await withList([9]);
    const { body } = await post('/signals/rules/', { ...above, list_id: id, notify: true });
    expect(body).toMatchObject({
      notifications_turned_on: 1,
      message: 'The rule was added, and notifications of 1 stock were turned on',
    });
    expect(await get(`/stocks/${symbol}`)).toMatchObject({ notify_on_signals: true });
    expect(await get(`/stocks/${other}`)).toMatchObject({ notify_on_signals: false });
  });

  it('names problems of the stocks of its list only', async () => {
    const { addRule, rule, id, symbol } = await withList([9]);
    const { id: ruleId } = await addRule({ ...above, when: 'sma(3) > 1', list_id: id });
    expect((await rule(ruleId)).problems).toEqual([
      { symbol, message: `SMA (3) needs 3 bars, ${symbol} has 1` },
    ]);
  });
});

describe('a screen of a list', () => {
  it('finds the stocks of the list', async () => {
    const { post, id, symbol } = await withList([11]);
    const screen = (list: object) => post('/signals/screen', { when: 'close > 10', ...list });
    expect(await screen({ scope: 'list', list_id: id })).toMatchObject({
      status: 200,
      body: { matches: [{ symbol }], total: 1 },
    });
    expect((await screen({})).body.total).toBe(2);
    expect(await screen({ scope: 'list', list_id: unknownId })).toMatchObject(notFound);
    expect(await screen({ scope: 'list' })).toMatchObject({ status: 400 });
  });
});

describe('a strategy over a list', () => {
  it('runs a strategy on the stocks of its list until the list is deleted', async () => {
    const { post, get, patch, remove, restore, backtest, id, symbol } = await withList([9, 11, 12, 8, 8]);
    const rules = { ...runnable, scope: { list_id: id } };
    const { status, body: strategy } = await post('/strategies/', { name: 'mine', rules });
    expect([status, strategy.rules]).toEqual([201, rules]);
    expect((await backtest(strategy.id)).body).toMatchObject({ results: [{ symbol }], skipped: [] });
    await remove(`/lists/${id}`);
    const error = 'This list was deleted: choose another';
    expect(await backtest(strategy.id)).toMatchObject({ status: 409, body: { error, code: 'CONFLICT' } });
    expect(await get(`/strategies/${strategy.id}`)).toMatchObject({
      runnable: false,
      problems: [{ field: 'rules.scope', message: error, position: null }],
    });
    const sweep = { ranges: [{ numbers: ['entry[0]'], from: 5, to: 6, step: 1 }] };
    expect(await post(`/strategies/${strategy.id}/sweeps`, sweep)).toMatchObject({ status: 409 });
    expect(await patch(`/strategies/${strategy.id}`, { name: 'renamed' })).toMatchObject({ status: 200 });
    await restore();
    expect(await get(`/strategies/${strategy.id}`)).toMatchObject({ runnable: true, problems: [] });
    expect((await backtest(strategy.id)).body).toMatchObject({ results: [{ symbol }] });
  });

  it('refuses a strategy at its scope if the list is unknown', async () => {
    const { post, patch, id } = await withList([9]);
    const stranger = await withList([9]);
    const { body: mine } = await post('/strategies/', { name: 'mine', rules: runnable });
    const refused = {
      status: 400,
      body: {
        error: 'List not found',
        details: [{ field: 'rules.scope', message: 'List not found', position: null }],
      },
    };
    for (const list_id of [unknownId, 'nonsense', null, stranger.id]) {
      const rules = { ...runnable, scope: { list_id } };
      expect(await post('/strategies/', { name: 'x', rules })).toMatchObject(refused);
      expect(await patch(`/strategies/${mine.id}`, { rules })).toMatchObject(refused);
      expect((await post('/strategies/check', { rules })).body).toMatchObject({
        runnable: false,
        problems: refused.body.details,
      });
    }
    const rules = { ...runnable, scope: { list_id: id } };
    expect((await post('/strategies/check', { rules })).body).toMatchObject({ runnable: true, problems: [] });
  });

  it('gives signals on the stocks of the list only', async () => {
    const { post, refresh, inbox, id, symbol, other } = await withList([9, 9]);
    await post('/strategies/', {
      name: 'mine',
      rules: { ...runnable, scope: { list_id: id.toUpperCase() } },
    });
    for (const stock of [symbol, other]) await refresh([9, 9, 11], stock);
    expect(await inbox()).toMatchObject([{ symbol, side: 'entry', bar_date: dayOf(2) }]);
  });
});

describe('a deleted list', () => {
  it('takes its rules with it, keeps their signals, and restores all of it', async () => {
    const user = await withList([9, 9]);
    const { id, symbol, other, addRule, refresh, rule, rules, inbox, post, get, remove, restore } = user;
    await post('/lists/', { name: 'After' });
    await post(`/lists/${id}/stocks`, { symbols: [other] });
    await user.harness.rest('PUT', `/lists/${id}/stocks`, {
      token: user.token,
      body: { symbols: [other, symbol] },
    });
    const { id: ruleId } = await addRule({ ...above, list_id: id, quiet_bars: 1 });
    await addRule({ when: 'close > 1', scope: 'watch_list', symbol: null });
    await refresh([9, 9, 11]);
    const before = { list: await user.list(), rule: await rule(ruleId) };
    expect(before.rule).toMatchObject({ signal_count: 1, last_signal: dayOf(2) });

    expect((await remove(`/lists/${id}`)).body).toEqual(before.list);
    expect(await rules()).toMatchObject([{ when: 'close > 1' }]);
    expect(await inbox()).toMatchObject([{ symbol, rule_id: null }]);
    expect(await get(`/lists/${id}`)).toMatchObject({ error: 'List not found' });
    expect(await get('/lists/')).toMatchObject({ lists: [{ name: 'After', position: 0 }] });

    clock.forward(9);
    expect(await restore()).toMatchObject({ status: 200, body: before.list });
    expect({ list: await user.list(), rule: await rule(ruleId) }).toEqual(before);
    expect(await get('/lists/')).toMatchObject({ lists: [{ name: 'Tech' }, { name: 'After', position: 1 }] });
    expect(await inbox()).toMatchObject([{ symbol, rule_id: ruleId }]);
    expect(await restore()).toMatchObject(notFound);
    // The state is restored, too: the bar after the signal is quiet, and the next one is not history.
    await refresh([9, 9, 11, 9, 12]);
    expect(await user.dates()).toEqual([dayOf(2), dayOf(4)]);
  });

  it('restores a list without the stocks that are no longer tracked', async () => {
    const { id, symbol, other, post, remove, restore } = await withList([9]);
    await post(`/lists/${id}/stocks`, { symbols: [other] });
    await remove(`/lists/${id}`);
    await remove(`/stocks/${symbol}`);
    expect(await restore()).toMatchObject({ status: 200, body: { symbols: [other], size: 1, position: 0 } });
  });

  it('restores no list for another user, after ten minutes, or while its name is taken', async () => {
    const { id, post, remove, restore } = await withList([9]);
    const stranger = await withList([9]);
    expect(await restore()).toMatchObject(notFound);
    await remove(`/lists/${id}`);
    expect(await stranger.post(`/lists/${id}/restore`, {})).toMatchObject(notFound);
    const { body: taken } = await post('/lists/', { name: 'TECH' });
    expect(await restore()).toMatchObject({
      status: 409,
      body: { error: 'You already have a list named "Tech"' },
    });
    await remove(`/lists/${taken.id}`);
    clock.forward(10);
    expect(await restore()).toMatchObject(notFound);
  });

  it('restores no list if its place is taken', async () => {
    const { id, addRule, post, remove, restore, rules } = await withList([9]);
    await addRule({ ...above, list_id: id });
    await remove(`/lists/${id}`);
    const names = Array.from({ length: 50 }, (_, index) => `List ${index}`);
    for (const name of names) await post('/lists/', { name });
    expect(await restore()).toMatchObject({
      status: 409,
      body: { error: 'You have 50 lists, the maximum. Delete one first' },
    });
    expect(await rules()).toEqual([]);
  });
});
