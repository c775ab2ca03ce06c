import { fireEvent, render, screen } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { Dialog } from './dialog.tsx';

beforeEach(() => {
  vi.useFakeTimers();
  // jsdom has no pointer capture.
  HTMLElement.prototype.setPointerCapture = () => {};
});

/** Opens a sheet with a text field, and returns what drags its grip. */
function open(onClose: () => void) {
  render(
    <Dialog title="Notes" open onClose={onClose}>
      <input aria-label="Text" defaultValue="before" />
    </Dialog>,
  );
  const popup = screen.getByRole('dialog');
  const title = screen.getByRole('heading', { name: 'Notes' });
  const at = (y: number, timeStamp: number, type: string, target: Element = title) => {
    const event = new MouseEvent(type, { bubbles: true, button: 0, clientY: y });
    Object.defineProperties(event, {
      timeStamp: { value: timeStamp },
      isPrimary: { value: true },
      pointerId: { value: 1 },
    });
    fireEvent(target, event);
  };
  return {
    popup,
    field: screen.getByRole<HTMLInputElement>('textbox', { name: 'Text' }),
    at,
    drag(distance: number, ms: number) {
      at(100, 1, 'pointerdown');
      at(100 + distance, 1 + ms, 'pointermove');
      at(100 + distance, 1 + ms, 'pointerup');
      vi.advanceTimersByTime(100);
    },
  };
}

it.each([
  ['closes after 120 px', 120, 2000, 1],
  ['stays after a shorter way', 119, 2000, 0],
  ['closes after a short and fast way', 60, 80, 1],
  ['stays after a tap', 10, 5, 0],
  ['stays when dragged upwards', -300, 300, 0],
])('drags a sheet by its grip, which %s', (_, distance, ms, calls) => {
  const onClose = vi.fn();
  open(onClose).drag(distance, ms);
  expect(onClose).toHaveBeenCalledTimes(calls);
});

it('follows the finger, and returns to its place', () => {
  const { popup, at } = open(() => {});
  at(100, 1, 'pointerdown');
  at(150, 500, 'pointermove');
  expect(popup.style.translate).toBe('0px 50px');
  at(150, 500, 'pointerup');
  expect(popup.style.translate).toBe('');
});

it('springs back while a field has unsaved text, and closes once that is taken back', () => {
  const onClose = vi.fn();
  const { popup, field, drag } = open(onClose);
  field.focus();
  fireEvent.input(field, { target: { value: 'after' } });
  drag(300, 1000);
  expect(onClose).not.toHaveBeenCalled();
  expect(popup.style.translate).toBe('');
  fireEvent.input(field, { target: { value: 'before' } });
  drag(300, 1000);
  expect(onClose).toHaveBeenCalledTimes(1);
});

it('springs back if the dialog refuses to close', () => {
  const { popup, drag } = open(() => {});
  drag(300, 1000);
  expect(popup.style.translate).toBe('');
});

it('leaves the close button to a tap', () => {
  const onClose = vi.fn();
  const { at } = open(onClose);
  const button = screen.getByRole('button', { name: 'Close' });
  at(100, 1, 'pointerdown', button);
  at(400, 500, 'pointerup', button);
  expect(onClose).not.toHaveBeenCalled();
});
