const symbolInList = /^\$?(?:[A-Z]+:)?[A-Z0-9.^=&-]{1,20}$/;

/** Whether a pasted text is a list of symbols or ISINs, rather than one of them or a name. */
export function isSeveralSymbols(text: string): boolean {
  const parts = text.split(/[\s,;]+/).filter(Boolean);
  const isLines = /[\n\t;]/.test(text.trim());
  return parts.length > 1 && parts.every((part) => symbolInList.test(isLines ? part.toUpperCase() : part));
}
