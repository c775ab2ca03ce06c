import { act, render, screen } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { Dialog } from './dialog.tsx';

/** The watchers that are not destroyed, the newest last. */
let watchers: FakeWatcher[] = [];

class FakeWatcher {
  onclose: (() => void) | null = null;

  constructor() {
    watchers.push(this);
  }

  destroy(): void {
    watchers = watchers.filter((watcher) => watcher !== this);
  }
}

/** As the browser does for the gesture that goes back. */
function goBack(): void {
  const newest = watchers.at(-1);
  newest?.destroy();
  act(() => newest?.onclose?.());
}

function usePointer(pointer: 'coarse' | 'fine'): void {
  vi.stubGlobal('CloseWatcher', FakeWatcher);
  const matchMedia = window.matchMedia;
  vi.stubGlobal('matchMedia', (query: string) =>
    query === '(pointer: coarse)'
      ? { ...matchMedia(query), matches: pointer === 'coarse' }
      : matchMedia(query),
  );
}

beforeEach(() => {
  watchers = [];
});

it('closes the open dialog on a close request of a phone', () => {
  usePointer('coarse');
  const onClose = vi.fn();
  const { rerender } = render(
    <Dialog title="Notes" open onClose={onClose}>
      Text
    </Dialog>,
  );
  goBack();
  expect(onClose).toHaveBeenCalledTimes(1);
  // The dialog stayed open.
  goBack();
  expect(onClose).toHaveBeenCalledTimes(2);
  rerender(
    <Dialog title="Notes" open={false} onClose={onClose}>
      Text
    </Dialog>,
  );
  expect(watchers).toEqual([]);
});

it('leaves a dialog that only its content can close', () => {
  usePointer('coarse');
  render(
    <Dialog title="Codes" open>
      Text
    </Dialog>,
  );
  expect(screen.getByRole('dialog', { name: 'Codes' })).toBeTruthy();
  expect(watchers).toEqual([]);
});

it('leaves Escape to the dialog where there is no touch screen', () => {
  usePointer('fine');
  render(
    <Dialog title="Notes" open onClose={() => {}}>
      Text
    </Dialog>,
  );
  expect(watchers).toEqual([]);
});
