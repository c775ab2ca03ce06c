import { act, render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { PaleWhileBusy } from './pale-while-busy.tsx';

const busy = (isBusy: boolean) => <PaleWhileBusy isBusy={isBusy}>The chart</PaleWhileBusy>;
const isPale = () => screen.getByText('The chart').classList.contains('opacity-60');

it('makes its children pale only if it is busy for long, and at once no longer', () => {
  vi.useFakeTimers();
  const { rerender } = render(busy(true));
  act(() => vi.advanceTimersByTime(149));
  expect(isPale()).toBe(false);
  rerender(busy(false));
  rerender(busy(true));
  act(() => vi.advanceTimersByTime(149));
  expect(isPale()).toBe(false);
  act(() => vi.advanceTimersByTime(1));
  expect(isPale()).toBe(true);
  rerender(busy(false));
  expect(isPale()).toBe(false);
});
