import { render } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { watchListItem } from '#testing/watch-list-item.ts';
import { DataNotice, sourceChangeSentence } from './data-notice.tsx';

function sentences(stock: Parameters<typeof watchListItem>[0]): (string | null)[] {
  const { container } = render(<DataNotice stock={watchListItem(stock).stock} />);
  return [...container.querySelectorAll('li')].map(({ textContent }) => textContent);
}

describe('DataNotice', () => {
  it('shows nothing when the data is complete and current', () => {
    expect(sentences({})).toEqual([]);
  });

  it('names the close that has not been published yet', () => {
    expect(sentences({ pending_close_date: '2026-09-29' })).toEqual([
      'The close of Sep 29, 2026 has not been published yet',
    ]);
  });

  it('names a recent change of the source for a month', () => {
    const { stock } = watchListItem({
      data_source: 'tiingo',
      previous_data_source: 'yahoo',
      data_source_since: '2026-11-20T22:10:00.000Z',
    });
    const sentence = 'Since Nov 20, 2026 all prices come from Tiingo instead of Yahoo Finance.';
    expect(sourceChangeSentence(stock, Date.parse('2026-12-20'))).toBe(sentence);
    expect(sourceChangeSentence(stock, Date.parse('2026-12-21'))).toBeNull();
    const since = new Date().toISOString();
    expect(
      sentences({ data_source: 'eodhd', previous_data_source: 'yahoo', data_source_since: since }),
    ).toEqual([expect.stringMatching(/^Since .* all prices come from EODHD instead of Yahoo Finance\.$/)]);
  });

  it('shows the pending close beside a failed refresh', () => {
    const stock = { pending_close_date: '2026-11-23', last_error: 'Yahoo Finance cannot be reached' };
    expect(sentences(stock)).toEqual([
      'Delayed: last good data Nov 20, 2026, last try failed: Yahoo Finance cannot be reached',
      'The close of Nov 23, 2026 has not been published yet',
    ]);
  });

  it('lists every missing day', () => {
    const sentence = 'no bar: the provider’s prices are missing or invalid, or the exchange was closed';
    expect(sentences({ missing_dates: ['2026-09-29'] })).toEqual([
      `1 day has ${sentence}: Sep\u00A029,\u00A02026.`,
    ]);
    const many = ['01', '02', '03', '04', '05', '08'].map((day) => `2026-09-${day}`);
    const list = [1, 2, 3, 4, 5, 8].map((day) => `Sep\u00A0${day},\u00A02026`).join('; ');
    expect(sentences({ missing_dates: many })).toEqual([`6 days have ${sentence}.${list}`]);
  });
});
