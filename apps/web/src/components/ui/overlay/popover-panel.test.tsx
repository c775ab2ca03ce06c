import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { PopoverPanel } from './popover-panel.tsx';

function Panel() {
  return (
    <PopoverPanel label="Columns" icon="…">
      {(close) => (
        <button type="button" onClick={close}>
          Choose
        </button>
      )}
    </PopoverPanel>
  );
}

const button = () => screen.getByRole('button', { name: 'Columns' });

async function open(): Promise<void> {
  expect(button().ariaExpanded).toBe('false');
  button().focus();
  fireEvent.click(button());
  await screen.findByRole('dialog', { name: 'Columns' });
  expect(button().ariaExpanded).toBe('true');
}

async function closes(): Promise<void> {
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(() => expect(document.activeElement).toBe(button()));
}

test('opens by the first press, and again after each of its ways to close', async () => {
  render(<Panel />);
  await open();
  fireEvent.keyDown(document, { key: 'Escape' });
  await closes();
  await open();
  fireEvent.click(screen.getByRole('button', { name: 'Choose' }));
  await closes();
});
