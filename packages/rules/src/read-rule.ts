import { catalogue, lookBack } from '@stockbook/indicators';
import { LRUCache } from 'lru-cache';
import { type ParsedRule, parseRule } from './language/index.ts';

/** Characters of all texts together, for each thread: some thousand rules of usual length. */
const maxKeptCharacters = 200_000;

/** By text: the same rules are read again for each stock. */
const keptRules = new LRUCache<string, ParsedRule>({
  maxSize: maxKeptCharacters,
  sizeCalculation: (_, text) => text.length + 1,
});

/** Reads and checks the text of a rule against the whole catalogue, the look-back included. Never throws. */
export function readRule(text: string): ParsedRule {
  const kept = keptRules.get(text);
  if (kept) return kept;
  const parsed = parseRule(text, catalogue, lookBack);
  keptRules.set(text, parsed);
  return parsed;
}
