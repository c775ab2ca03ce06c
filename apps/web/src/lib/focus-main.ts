/** Gives the focus to the page itself, from where shortcuts and the Tab key continue. */
export function focusMain(): void {
  document.querySelector('main')?.focus({ preventScroll: true });
}
