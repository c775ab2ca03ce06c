const format = new Intl.ListFormat('en', { style: 'long', type: 'conjunction' });

/** "high, low and close", without a comma before "and". */
export const list = (words: readonly string[]) => format.format(words).replace(', and ', ' and ');
