export const ruleElementId = (id: string) => `rule-${id}`;

/** Brings a rule of the page into view, with the focus. @returns whether the page lists it */
export function revealRule(id: string): boolean {
  const element = document.getElementById(ruleElementId(id));
  element?.scrollIntoView?.({ block: 'center' });
  element?.focus({ preventScroll: true });
  return element !== null;
}
