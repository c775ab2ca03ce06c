import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { startTransition, useState } from 'react';
import { expect, it, vi } from 'vitest';
import { lazyWithReload, preloadParts } from './lazy-with-reload.ts';

function Counter({ label }: { label: string }) {
  const [count, setCount] = useState(0);
  return (
    <button type="button" onClick={() => setCount(count + 1)}>
      {label} {count}
    </button>
  );
}

it('shows a part that is downloaded already at once', async () => {
  const Part = lazyWithReload(() => Promise.resolve(Counter), 'Loading');
  await preloadParts();
  render(<Part label="Clicks" />);
  expect(screen.getByRole('button').textContent).toBe('Clicks 0');
});

it('keeps the state of a part that was shown before its download was done', async () => {
  const { promise, resolve } = Promise.withResolvers<typeof Counter>();
  const Part = lazyWithReload(() => promise, 'Loading');
  const { rerender, container } = render(<Part label="Clicks" />);
  expect(container.textContent).toBe('Loading');
  await act(async () => resolve(Counter));
  fireEvent.click(screen.getByRole('button'));
  rerender(<Part label="All clicks" />);
  expect(screen.getByRole('button').textContent).toBe('All clicks 1');
});

it('keeps the state of a part whose download ends while React renders it', async () => {
  const Part = lazyWithReload(() => Promise.resolve(Counter), 'Loading');
  let show = () => {};
  function App({ label }: { label: string }) {
    const [isShown, setIsShown] = useState(false);
    show = () => startTransition(() => setIsShown(true));
    return isShown && <Part label={label} />;
  }
  const { rerender } = render(<App label="Clicks" />);
  // Not within `act`, in which React renders synchronously.
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false);
  show();
  await waitFor(() => expect(screen.queryByRole('button')).not.toBeNull());
  vi.unstubAllGlobals();
  fireEvent.click(screen.getByRole('button'));
  rerender(<App label="All clicks" />);
  expect(screen.getByRole('button').textContent).toBe('All clicks 1');
});
