/** A part of a text: 0-based offset and length in UTF-16 code units. */
export interface Span {
  readonly offset: number;
  readonly length: number;
}

/** An error in a rule's text, as a sentence for users, with its place. */
export interface RuleError extends Span {
  readonly message: string;
  /** Does what the message suggests. Absent if the message suggests nothing, or several things. */
  readonly fix?: Fix;
}

/** Replaces its part of the text by `text`. */
export interface Fix extends Span {
  readonly text: string;
}

export const errorAt = ({ offset, length }: Span, message: string, fix?: Fix): RuleError => ({
  message,
  offset,
  length,
  ...(fix && { fix }),
});

export const fixAt = ({ offset, length }: Span, text: string): Fix => ({ offset, length, text });

/** Characters of a name in a message. */
const maxQuotedLength = 40;

export function quote(name: string): string {
  return `"${name.length > maxQuotedLength ? `${name.slice(0, maxQuotedLength - 1)}…` : name}"`;
}

/** The error of a word that has one similar word or synonym: `suggestion` as the message names it. */
export const unknownName = (span: Span, name: string, suggestion: string, fix?: Fix): RuleError =>
  errorAt(span, `Unknown name ${quote(name)}. Did you mean ${suggestion}?`, fix);
