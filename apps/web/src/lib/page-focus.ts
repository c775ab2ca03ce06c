/** Whether the page itself has the focus, as after a navigation, and no control of it. */
export function isPageFocused(): boolean {
  return document.activeElement?.matches('body, main') ?? true;
}

/** Gives the focus to the page itself, from where shortcuts and the Tab key continue. */
export function focusMain(): void {
  document.querySelector('main')?.focus({ preventScroll: true });
}

/** Gives the focus to the page if nothing has it. */
export function focusPage(): void {
  if (document.activeElement === document.body) focusMain();
}

/** Whether keys are for a dialog or a menu. */
export function isDialogOpen(): boolean {
  return document.querySelector('[role="dialog"], [role="alertdialog"], [role="menu"]') !== null;
}
