import { type Catalogue, describeRule, parseRule } from '@stockbook/rules/language';
import type { RunnableRules } from '../runnable-rules.ts';

/** A rule in words; its text if it cannot be read, or the catalogue is not loaded. */
function sentenceOf(text: string, catalogue: Catalogue | undefined): string {
  const rule = catalogue && parseRule(text, catalogue).rule;
  return rule ? describeRule(rule) : text;
}

/** The entry and the exit rule in words. */
export function ruleSentences({ entry, exit }: RunnableRules, catalogue: Catalogue | undefined) {
  return {
    entry: sentenceOf(entry, catalogue),
    exit: exit === null ? null : sentenceOf(exit, catalogue),
  };
}
