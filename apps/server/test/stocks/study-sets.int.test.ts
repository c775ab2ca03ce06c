import { beforeEach, describe, expect, it } from 'vitest';
import { useHarness } from '../support/harness.ts';
import { race } from '../support/race.ts';

const harness = useHarness();
const sma = { indicator_function: 'sma', parameters: { timeperiod: 50 }, color: '#3b82f6' };

let token = '';
beforeEach(async () => {
  token = (await harness().signUp()).token;
});

const save = (body: object) => harness().rest('POST', '/study-sets', { token, body });
const list = async () => (await harness().rest('GET', '/study-sets', { token })).body;

describe('saved sets of indicators', () => {
  it('completes saved sets by the catalogue, and lists them by name', async () => {
    const named = { indicator_function: 'MACD', parameters: { fastperiod: 5 }, indicator_name: 'Quick' };
    expect(await save({ name: 'Trend', studies: [sma, named] })).toMatchObject({
      status: 201,
      body: {
        name: 'Trend',
        studies: [
          {
            indicator_function: 'SMA',
            indicator_name: 'Simple Moving Average',
            parameters: { timeperiod: 50 },
            color: '#3b82f6',
          },
          {
            indicator_function: 'MACD',
            indicator_name: 'Quick',
            parameters: { fastperiod: 5, slowperiod: 26, signalperiod: 9 },
            color: null,
          },
        ],
      },
    });
    await save({ name: 'Momentum', studies: [sma] });
    expect(await list()).toMatchObject({ study_sets: [{ name: 'Momentum' }, { name: 'Trend' }], total: 2 });
  });

  it('renames, changes and deletes a saved set', async () => {
    const { body } = await save({ name: 'Trend', studies: [sma] });
    const path = `/study-sets/${body.id}`;
    const rsi = { indicator_function: 'RSI' };
    expect(await harness().rest('PATCH', path, { token, body: { name: 'Long trend' } })).toMatchObject({
      status: 200,
      body: { name: 'Long trend', studies: body.studies },
    });
    expect(await harness().rest('PATCH', path, { token, body: { studies: [rsi] } })).toMatchObject({
      status: 200,
      body: { name: 'Long trend', studies: [{ indicator_function: 'RSI', parameters: { timeperiod: 14 } }] },
    });
    expect(await harness().rest('PATCH', path, { token, body: {} })).toMatchObject({
      status: 400,
      body: { error: 'Name at least one of name and studies' },
    });
    expect((await harness().rest('DELETE', path, { token })).status).toBe(200);
    expect(await list()).toEqual({ study_sets: [], total: 0 });
    expect((await harness().rest('PATCH', path, { token, body: { name: 'x' } })).status).toBe(404);
  });

  it.each([
    [{ studies: [] }, 'studies must not be empty', 'studies'],
    [{ studies: Array.from({ length: 21 }, () => sma) }, 'studies must be at most 20', 'studies'],
    [{ studies: [{ ...sma, color: 'red' }] }, 'color must be a colour like #3b82f6', 'studies[0].color'],
    [
      { studies: [sma, { ...sma, parameters: { timeperiod: 0 } }] },
      /^timeperiod/,
      'studies[1].parameters.timeperiod',
    ],
    [{ studies: [sma, { ...sma, indicator_function: 'NONE' }] }, /NONE/, 'studies[1].indicator_function'],
    [{ name: ' ', studies: [sma] }, 'Name is required', 'name'],
  ])('refuses an invalid set with 400 and the place: %j', async (body, error, field) => {
    const refused = await save({ name: 'Trend', ...body });
    expect(refused.status).toBe(400);
    expect(refused.body).toMatchObject({ details: [{ field, message: refused.body.error }] });
    expect(refused.body.error).toEqual(typeof error === 'string' ? error : expect.stringMatching(error));
    expect(await list()).toEqual({ study_sets: [], total: 0 });
  });

  it('rejects a second set of the same name, also if both are saved at the same time', async () => {
    expect(await race(() => save({ name: 'Trend', studies: [sma] }))).toEqual({ 201: 1, 409: 19 });
    const { body } = await save({ name: 'Momentum', studies: [sma] });
    const rename = (name: string) =>
      harness().rest('PATCH', `/study-sets/${body.id}`, { token, body: { name } });
    expect(await rename('Trend')).toMatchObject({
      status: 409,
      body: { error: 'You already have a set named "Trend"', code: 'CONFLICT' },
    });
    expect((await rename('Momentum')).status).toBe(200);
  });

  it('rejects the 51st set, also if several come at once', async () => {
    const names = Array.from({ length: 51 }, (_, index) => `Set ${index}`);
    const answers = await Promise.all(names.map((name) => save({ name, studies: [sma] })));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(50);
    expect(answers.find(({ status }) => status === 409)?.body).toEqual({
      error: 'You have 50 sets of indicators, the maximum. Delete one first',
      code: 'CONFLICT',
    });
  });
});
