import { password } from './accounts.ts';
import { expensiveRules } from './expensive-rules.ts';
import { importTexts } from './import-texts.ts';
import { knownInputs, otherCalls, usualValues } from './known-inputs.ts';
import { shapesOf, targets } from './largest-inputs.ts';
import { symbols } from './stocks.ts';

/** Only these operations, for example `ATTACK=checkRules,listSignals`. */
const chosen = process.env.ATTACK?.split(',');

/** Rules that take long. */
export const rules = expensiveRules();
const inputs = { rules, imports: importTexts(symbols, rules.valid.slow), symbols, password };

/**
 * Calls that delete come late, then those that restore, as they need room, then runs, and last the end of the accounts:
 * others need rows, threads and accounts.
 */
function lateness(operation: string): number {
  if (operation === 'deleteAccount') return 4;
  if (/^run/.test(operation)) return 3;
  if (/^restore/.test(operation)) return 2;
  return targets.some(({ id, method }) => id === operation && method === 'DELETE') ? 1 : 0;
}

/**
 * All calls with their largest inputs.
 * @throws if a field of a call has no input
 */
export function listCalls() {
  const usual = usualValues(inputs);
  const known = knownInputs(inputs);
  const published = targets.map((target) => ({
    operation: target.id,
    shapes: shapesOf(target, usual, known[target.id]),
  }));
  const others = Object.entries(otherCalls(symbols)).map(([operation, shapes]) => ({ operation, shapes }));
  return [...others, ...published]
    .filter(({ operation }) => chosen === undefined || chosen.includes(operation))
    .toSorted((a, b) => lateness(a.operation) - lateness(b.operation));
}
