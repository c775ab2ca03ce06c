import { useEffect } from 'react';
import { focusPage, isDialogOpen } from '#lib/page-focus.ts';

/** Calls `onOpen` on Ctrl+K or Cmd+K, also while a text field has the focus, but not behind a dialog. */
export function usePaletteKey(onOpen: () => void): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey || event.key !== 'k') return;
      event.preventDefault();
      if (isDialogOpen()) return;
      focusPage();
      onOpen();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [onOpen]);
}
