const conjunction = new Intl.ListFormat('en-US', { type: 'conjunction' });

/** The words as `AAPL, MSFT, and NVDA`. */
export function formatList(words: readonly string[]): string {
  return conjunction.format(words);
}

export function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
