/** The limit of one call of the server. */
export const maxOwnColumns = 5;

/** Names the columns that the user wrote, in their order: an order of the list refers to it. */
export const ownKeys = ['own1', 'own2', 'own3', 'own4', 'own5'] as const;
export type OwnKey = (typeof ownKeys)[number];

/** By symbol, in the order of the columns: the value of an expression, 1 or 0 for a rule; null if unknown. */
export type OwnValues = ReadonlyMap<string, readonly (number | null)[]>;

export function isOwnKey(key: string): key is OwnKey {
  return ownKeys.some((own) => own === key);
}

export function ownValue(key: OwnKey, values: readonly (number | null)[] | undefined): number | null {
  return values?.[ownKeys.indexOf(key)] ?? null;
}

/** Whether a text in its canonical form is a rule: an expression such as `rsi(14)` compares nothing. */
export function isRuleText(text: string): boolean {
  return /[<>]|\b(crosses|touches)\b/.test(text);
}

/** No rule has the separator. */
const separator = ';';

export function parseOwnColumns(text: string): string[] {
  const texts = text.split(separator).map((part) => part.trim());
  return [...new Set(texts)].filter((part) => part !== '').slice(0, maxOwnColumns);
}

export function printOwnColumns(texts: readonly string[]): string {
  return texts.join(separator);
}
