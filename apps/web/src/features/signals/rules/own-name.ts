import type { SignalRule } from '@stockbook/api/schemas';

/** The name that the user has given to a rule; null for the default, its sentence, which may be shortened. */
export function ownNameOf({ name, sentence }: Pick<SignalRule, 'name' | 'sentence'>): string | null {
  const isShortened = name.endsWith('…') && sentence.startsWith(name.slice(0, -1));
  return name === sentence || isShortened ? null : name;
}
