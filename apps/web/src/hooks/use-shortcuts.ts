import { useCallback, useEffect, useLayoutEffect, useRef } from 'react';
import { focusPage, isDialogOpen } from '#lib/page-focus.ts';
import { useUserState } from './use-user-state.ts';

/** Handlers by `KeyboardEvent.key`; true means handled, which prevents the browser's default action. */
export type Shortcuts = Readonly<Record<string, (event: KeyboardEvent) => boolean>>;

function parseIsOn(stored: unknown): boolean {
  return stored !== false;
}

/** Whether single-key shortcuts are on. Speech input can trigger them by accident, so they can be turned off. */
export function useShortcutsSetting(): [boolean, (isOn: boolean) => void] {
  return useUserState('shortcuts', parseIsOn);
}

/** Whether keys are for the element; a checkbox uses none but the space bar. */
function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    target.closest('input:not([type="checkbox"]), textarea, select, [contenteditable]') !== null
  );
}

/** Handles shortcuts while the component is mounted, except while a text field has the focus or a dialog is open. */
export function useShortcuts(shortcuts: Shortcuts): void {
  const [isOn] = useShortcutsSetting();
  const latest = useRef(shortcuts);
  useEffect(() => {
    latest.current = shortcuts;
  });

  useEffect(() => {
    if (!isOn) return;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      if (isTyping(event.target) || isDialogOpen()) return;
      const handle = latest.current[event.key];
      if (!handle) return;
      // A dialog that the key opens returns the focus there.
      focusPage();
      if (handle(event)) event.preventDefault();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [isOn]);
}

/**
 * Collects what is typed from the first render until a text field has the focus, so that no letter is lost, or taken
 * for a shortcut, while a form's code loads. Returns a function that takes the collected text.
 */
export function useTypeAhead(): () => string {
  const typed = useRef('');

  useLayoutEffect(() => {
    const listening = new AbortController();
    const stop = (event: Event) => {
      if (event.type !== 'focusin' || isTyping(event.target)) listening.abort();
    };
    const collect = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      if (event.key === 'Backspace') typed.current = typed.current.slice(0, -1);
      else if (event.key.length === 1) typed.current += event.key;
      else return;
      event.preventDefault();
      event.stopImmediatePropagation();
    };
    const options = { capture: true, signal: listening.signal };
    window.addEventListener('keydown', collect, options);
    window.addEventListener('focusin', stop, options);
    window.addEventListener('pointerdown', stop, options);
    return () => listening.abort();
  }, []);

  return useCallback(() => {
    const text = typed.current;
    typed.current = '';
    return text;
  }, []);
}
