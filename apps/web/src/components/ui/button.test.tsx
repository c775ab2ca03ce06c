import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { OfflineContext } from '#lib/session/session-context.ts';
import { Button, IconButton } from './button.tsx';

test.each([
  ['a button', (props: object) => <Button {...props}>Run</Button>],
  ['an icon button', (props: object) => <IconButton label="Run" {...props} />],
])('%s that becomes disabled keeps the focus and ignores clicks until it is left', (_, element) => {
  const onClick = vi.fn();
  const onSubmit = vi.fn((event: Event) => event.preventDefault());
  document.addEventListener('submit', onSubmit);
  const form = (isDisabled: boolean) => (
    <form>{element({ type: 'submit', disabled: isDisabled, onClick })}</form>
  );
  const { rerender } = render(form(false));
  const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Run' });
  button.focus();
  rerender(form(true));
  expect([button.disabled, button.ariaDisabled]).toEqual([false, 'true']);
  fireEvent.click(button);
  expect([onClick.mock.calls, onSubmit.mock.calls]).toEqual([[], []]);

  fireEvent.blur(button);
  expect(button.disabled).toBe(true);
  rerender(form(false));
  fireEvent.click(button);
  expect([onClick.mock.calls.length, onSubmit.mock.calls.length]).toEqual([1, 1]);
  document.removeEventListener('submit', onSubmit);
});

test.each([
  ['a button', () => <Button needsServer>Run</Button>],
  ['an icon button', () => <IconButton label="Run" needsServer />],
])('%s that needs the server is disabled while the pages are shown without it', (_, element) => {
  const { rerender } = render(<OfflineContext value={true}>{element()}</OfflineContext>);
  const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Run' });
  expect([button.disabled, button.title]).toEqual([true, 'Not possible offline']);
  rerender(<OfflineContext value={false}>{element()}</OfflineContext>);
  expect(button.disabled).toBe(false);
});
