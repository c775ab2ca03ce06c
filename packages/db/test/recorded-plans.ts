/** An executed statement and the partitions of the distributed tables in its plan. */
export interface RecordedPlan {
  readonly statement: string;
  /** Distinct partition numbers. */
  readonly partitions: readonly string[];
}

const distributed = /\b(?:price_bar|stock_split|stock_dividend|calculated_indicator)\b/;

/** Parses PostgreSQL's log for plans of auto_explain, and returns those of statements on distributed tables. */
export function recordedPlans(logLines: readonly string[]): RecordedPlan[] {
  // Continuation lines of a log entry begin with a tab.
  const entries = logLines.join('\n').split(/\n(?!\t)/);
  return entries
    .filter((entry) => / ms {2}plan:\n/.test(entry))
    .map((entry) => {
      const [, text = ''] = entry.split(/plan:\n\tQuery Text: /);
      const statement = text.split(/\n\t(?=(?: *->)?[A-Z][\w ]+ {2}\(cost=)/)[0] ?? '';
      const partitions = [
        ...text.matchAll(/ on (?:price_bar|stock_split|stock_dividend|calculated_indicator)_part(\d)/g),
      ].map(([, partition]) => partition ?? '');
      return { statement: statement.replaceAll(/\s+/g, ' ').trim(), partitions: [...new Set(partitions)] };
    })
    .filter(({ statement }) => distributed.test(statement));
}
