import { act, fireEvent, render, screen } from '@testing-library/react';

import { beforeEach, expect, it, vi } from 'vitest';
import { lazyWithReload } from '#lib/lazy-with-reload.ts';
import { SectionBoundary } from './section-boundary.tsx';

beforeEach(() => {
  // React logs every error that a boundary catches.
  vi.spyOn(console, 'error').mockImplementation(() => {});
});

it('replaces only the failed section and renders it again on retry', () => {
  let isBroken = true;
  const Part = () => {
    if (isBroken) throw new Error('broken');
    return <p>It works</p>;
  };
  render(
    <>
      <p>The rest</p>
      <SectionBoundary name="The part">
        <Part />
      </SectionBoundary>
    </>,
  );
  expect(screen.getByRole('alert').textContent).toContain('The part could not be shown.');
  expect(screen.getByText('The rest')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
  expect(screen.getByRole('alert')).toBeTruthy();
  isBroken = false;
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
  expect(screen.getByText('It works')).toBeTruthy();
});

it('renders again when resetKey changes', () => {
  const Part = ({ isBroken }: { isBroken: boolean }) => {
    if (isBroken) throw new Error('broken');
    return <p>It works</p>;
  };
  const section = (symbol: string, isBroken: boolean) => (
    <SectionBoundary name="The part" resetKey={symbol}>
      <Part isBroken={isBroken} />
    </SectionBoundary>
  );
  const { rerender } = render(section('AAPL', true));
  expect(screen.getByRole('alert')).toBeTruthy();
  rerender(section('MSFT', false));
  expect(screen.getByText('It works')).toBeTruthy();
});

it('reloads the page after a chunk load error, but only while the browser is online', async () => {
  const reload = vi.fn();
  vi.stubGlobal('location', { ...window.location, reload });
  const Part = lazyWithReload(() => Promise.reject(new TypeError('Failed to fetch')));
  await act(async () => {
    render(
      <SectionBoundary name="The part">
        <Part />
      </SectionBoundary>,
    );
  });
  const isOnline = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
  expect(reload).not.toHaveBeenCalled();
  isOnline.mockReturnValue(true);
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
  expect(reload).toHaveBeenCalledOnce();
  vi.unstubAllGlobals();
});
