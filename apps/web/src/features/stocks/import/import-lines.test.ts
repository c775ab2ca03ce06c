import type { ImportKind, ImportLine, ImportVerdict } from '@stockbook/api/schemas';
import { expect, it } from 'vitest';
import { describeResult } from './import-lines.tsx';

const line = (kind: ImportKind, verdict: ImportVerdict): ImportLine => ({
  line: 1,
  kind,
  text: 'Entry',
  symbol: null,
  name: null,
  verdict,
  message: null,
});

it('says what an import added, left as it was and did not add', () => {
  expect(
    describeResult([
      line('stock', 'added'),
      line('stock', 'already_there'),
      line('stock', 'added'),
      line('indicator', 'not_added'),
      line('strategy', 'added'),
      line('strategy', 'already_there'),
      line('portfolio', 'over_quota'),
      line('portfolio', 'not_recognised'),
    ]),
  ).toBe(
    'Added 2 stocks and 1 strategy. Already there: 1 stock and 1 strategy. Not added: 1 indicator and 2 portfolios. The reasons are below.',
  );
});

it('says that nothing was added', () => {
  expect(describeResult([line('study_set', 'already_there')])).toBe(
    'Nothing was added. Already there: 1 set of studies.',
  );
});
