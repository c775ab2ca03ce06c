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

/** Whether keys are for a dialog or a menu. One that is closed stays in the document until its animation ends. */
export function isDialogOpen(): boolean {
  return (
    document.querySelector(':is([role="dialog"], [role="alertdialog"], [role="menu"]):not([data-closed])') !==
    null
  );
}

/** Gives the focus to a field, to continue at its end. As a ref callback with a constant identity, on mount alone. */
export function focusEnd(field: HTMLTextAreaElement | null): void {
  field?.focus();
  field?.setSelectionRange(field.value.length, field.value.length);
}
