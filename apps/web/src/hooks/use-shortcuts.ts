import { useEffect, useRef } from 'react';
import { focusMain } from '../lib/focus-main.ts';
import { useUserState } from './use-user-state.ts';

/** Handlers by `KeyboardEvent.key`; true means handled, which prevents the browser's default action. */
export type Shortcuts = Readonly<Record<string, () => boolean>>;

function parseIsOn(stored: unknown): boolean {
  return stored !== false;
}

/** Whether single-key shortcuts are on. Speech input can trigger them by accident, so they can be turned off. */
export function useShortcutsSetting(): [boolean, (isOn: boolean) => void] {
  return useUserState('shortcuts', parseIsOn);
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable]') !== null
  );
}

function isBehindDialog(): boolean {
  return document.querySelector('[role="dialog"], [role="alertdialog"]') !== null;
}

/** Gives the focus to the page if nothing has it: a dialog that a key opens returns it there. */
export function focusPage(): void {
  if (document.activeElement === document.body) focusMain();
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
      if (isTyping(event.target) || isBehindDialog()) return;
      const handle = latest.current[event.key];
      if (!handle) return;
      focusPage();
      if (handle()) event.preventDefault();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [isOn]);
}
