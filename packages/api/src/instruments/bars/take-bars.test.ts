import { describe, expect, it } from 'vitest';
import { takeBars } from './take-bars.ts';

describe('takeBars', () => {
  it.each([
    ['a list alone', '{"bars":[{"close":1},{"close":2}]}', '{}', '[{"close":1},{"close":2}]'],
    [
      'a list between fields',
      '{"a":1, "bars" : [{"close":1}], "b":{"c":2}}',
      '{"a":1, "b":{"c":2}}',
      '[{"close":1}]',
    ],
    ['an empty list', '{"bars":[]}', '{}', '[]'],
    ['lists in the list', '{"bars":[[1],[2]],"a":1}', '{"a":1}', '[[1],[2]]'],
    ['another list', '{"a":[1],"bars":[2]}', '{"a":[1]}', '[2]'],
    ['only another list', '{"a":[1]}', '{"a":[1]}', null],
    ['an opening bracket in a string before it', '{"a":"[","bars":[2]}', '{"a":"["}', '[2]'],
    ['a closing bracket in a string of it', '{"bars":[{"a":"]"}]}', '{}', '[{"a":"]"}]'],
    ['no list', '{"bars":"[]"}', '{"bars":"[]"}', null],
    ['a list twice, of which the last one counts', '{"bars":[1],"bars":[2]}', '{}', '[2]'],
  ])('separates %s', (_, text, rest, bars) => {
    expect(takeBars(text)).toEqual({ rest, bars });
  });

  it.each([
    '',
    '[1]',
    '{"bars":[1]',
    '{"bars":[{"a":"]"}',
    '{"bars":[{"a":"]","b":"}',
    '{"bars":[1]}}',
    '{"bars"[1]}',
    '{bars:[1]}',
  ])('rejects %j', (text) => {
    expect(() => takeBars(text)).toThrow(SyntaxError);
  });
});
