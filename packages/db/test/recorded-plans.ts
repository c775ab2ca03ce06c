/** A statement that PostgreSQL ran, with the parts of the distributed tables that its plan reads or changes. */
export interface RecordedPlan {
  readonly statement: string;
  /** The parts' numbers, each once. */
  readonly parts: readonly string[];
}

const distributed = /\b(?:price_bar|calculated_indicator)\b/;

/** The statements on the distributed tables among what PostgreSQL's auto_explain wrote to its log. */
export function recordedPlans(logLines: readonly string[]): RecordedPlan[] {
  // Every line of an entry but its first begins with a tab.
  const entries = logLines.join('\n').split(/\n(?!\t)/);
  return entries
    .filter((entry) => / ms {2}plan:\n/.test(entry))
    .map((entry) => {
      const [, text = ''] = entry.split(/plan:\n\tQuery Text: /);
      const statement = text.split(/\n\t(?=(?: *->)?[A-Z][\w ]+ {2}\(cost=)/)[0] ?? '';
      const parts = [...text.matchAll(/ on (?:price_bar|calculated_indicator)_part(\d)/g)].map(
        ([, part]) => part ?? '',
      );
      return { statement: statement.replaceAll(/\s+/g, ' ').trim(), parts: [...new Set(parts)] };
    })
    .filter(({ statement }) => distributed.test(statement));
}
