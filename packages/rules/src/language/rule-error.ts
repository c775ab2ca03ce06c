/** A part of a text: 0-based offset and length in UTF-16 code units. */
export interface Span {
  readonly offset: number;
  readonly length: number;
}

/** What is wrong with a rule's text, as a sentence for users, and where. */
export interface RuleError extends Span {
  readonly message: string;
}

export const errorAt = ({ offset, length }: Span, message: string): RuleError => ({
  message,
  offset,
  length,
});
