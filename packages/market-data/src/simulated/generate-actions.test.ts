import { describe, expect, it } from 'vitest';
import { catalogue } from '../catalogue/catalogue.ts';
import { generateActions } from './generate-actions.ts';
import { generateBars } from './generate-bars.ts';

const actionsUntil = (end: string) =>
  catalogue.map((entry) => ({ entry, ...generateActions(entry, generateBars(entry, end)) }));

const all = actionsUntil('2026-11-21');

describe('generateActions', () => {
  it('changes no earlier action when the end is later', () => {
    const earlier = actionsUntil('2020-06-15');
    for (const [index, { splits, dividends }] of earlier.entries()) {
      expect(all[index]?.splits.slice(0, splits.length)).toEqual(splits);
      expect(all[index]?.dividends.slice(0, dividends.length)).toEqual(dividends);
    }
  });

  it('gives no actions to indices and currencies', () => {
    for (const { entry, splits, dividends } of all) {
      if (entry.type === 'index' || entry.type === 'currency') expect([...splits, ...dividends]).toEqual([]);
    }
  });

  it('gives plausible dividends to most companies: quarterly, at most 1 % of the price', () => {
    const companies = all.filter(({ entry }) => entry.type === 'equity');
    const paying = companies.filter(({ dividends }) => dividends.length > 0);
    expect(paying.length / companies.length).toBeGreaterThan(0.5);
    expect(paying.length).toBeLessThan(companies.length);
    for (const { entry, dividends } of paying) {
      const { date, close } = generateBars(entry, '2026-11-21');
      expect(dividends.filter((dividend) => dividend.date > '2025-11-20')).toHaveLength(4);
      for (const dividend of dividends.slice(-40)) {
        const price = close[date.indexOf(dividend.date) - 1] ?? 0;
        expect(dividend.amount).toBeLessThanOrEqual(price * 0.01 + 0.005);
      }
    }
  });

  it('splits some shares, by whole or half shares', () => {
    const splits = all.flatMap((actions) => actions.splits);
    expect(splits.length).toBeGreaterThan(catalogue.length / 2);
    expect(splits.length).toBeLessThan(catalogue.length * 5);
    for (const { numerator, denominator } of splits) expect(numerator / denominator).toBeGreaterThan(1);
  });
});
