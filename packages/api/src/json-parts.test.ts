import { describe, expect, it } from 'vitest';
import { fieldOf, hasMoreParts, partsOf } from './json-parts.ts';

describe('partsOf', () => {
  it.each([
    ['[]', []],
    [' [1, [2, 3], {"a": [4, 5]}, "6, ]\\"" ] ', ['1', ' [2, 3]', ' {"a": [4, 5]}', ' "6, ]\\"" ']],
    ['{"a": 1,"b":{"c":2}}', ['"a": 1', '"b":{"c":2}']],
  ])('splits %s', (text, parts) => {
    expect([...partsOf(text)]).toEqual(parts);
  });

  it('reads no more than is taken', () => {
    expect(partsOf('[1,2').next().value).toBe('1');
  });

  it.each(['[1,2', '{"a":"', '[1] 2', '"text"', ''])('rejects %j', (text) => {
    expect(() => [...partsOf(text)]).toThrow(SyntaxError);
  });
});

describe('fieldOf', () => {
  it('returns the name and the text of the value', () => {
    expect(fieldOf(' "\\u0061 \\"" : [1] ')).toEqual(['a "', '[1]']);
  });

  it.each(['7', '"a"', '"a', ': 1', ''])('rejects %j', (text) => {
    expect(() => fieldOf(text)).toThrow(SyntaxError);
  });
});

it('hasMoreParts counts commas and opening brackets outside of strings', () => {
  const text = '{"a,[{": [1, {"b": "\\","}]}';
  expect([hasMoreParts(text, 3), hasMoreParts(text, 4)]).toEqual([true, false]);
});
