import type { SignalRule } from '@stockbook/api/schemas';
import { capitalize } from '#lib/format/words.ts';

export const ruleElementId = (id: string) => `rule-${id}`;

/** Brings a rule of the page into view, with the focus. @returns whether the page lists it */
export function revealRule(id: string): boolean {
  const element = document.getElementById(ruleElementId(id));
  element?.scrollIntoView?.({ block: 'center' });
  element?.focus({ preventScroll: true });
  return element !== null;
}

/** The name that the user has given to a rule; null for the default, its sentence, which may be shortened. */
export function ownNameOf({ name, sentence }: Pick<SignalRule, 'name' | 'sentence'>): string | null {
  const isShortened = name.endsWith('…') && sentence.startsWith(name.slice(0, -1));
  return name === sentence || isShortened ? null : name;
}

/** The title of a rule on a page: the name that the user has given to it, or else its sentence, with a capital. */
export function titleOf(rule: Pick<SignalRule, 'name' | 'sentence'>): string {
  return ownNameOf(rule) ?? capitalize(rule.sentence);
}
