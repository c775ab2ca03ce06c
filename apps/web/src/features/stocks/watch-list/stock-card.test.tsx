import { render } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { Sparkline, sparklinePoints } from './stock-card.tsx';

const box = { width: 72, height: 24, margin: 2 };

describe('sparklinePoints', () => {
  it('spans the width, with the lowest value at the bottom and the highest at the top', () => {
    expect(sparklinePoints([10, 30, 20], box)).toBe('2.0,22.0 36.0,2.0 70.0,12.0');
  });

  it('draws the sparkline in the middle when all values are equal', () => {
    expect(sparklinePoints([5, 5], box)).toBe('2.0,12.0 70.0,12.0');
  });

  it.each([[[]], [[7]]])('draws nothing from %j', (values) => {
    expect(sparklinePoints(values, box)).toBe('');
  });
});

describe('Sparkline', () => {
  it.each([
    ['up', [10, 5, 10], 'text-up'],
    ['down', [10, 12, 9], 'text-down'],
  ])('has the colour of a month that went %s, and is hidden from screen readers', (_way, closes, color) => {
    const svg = render(<Sparkline closes={closes} />).container.querySelector('svg');
    expect(svg?.getAttribute('class')).toBe(color);
    expect(svg?.getAttribute('aria-hidden')).toBe('true');
  });

  it('keeps its size without closes', () => {
    const svg = render(<Sparkline closes={[]} />).container.querySelector('svg');
    expect([svg?.getAttribute('width'), svg?.getAttribute('height')]).toEqual(['72', '24']);
  });
});
