/** What can be wrong with the rows of an otherwise good chart. */
export const ROW_MISBEHAVIOURS = [
  /** Prices that are null. */
  'nulls',
  /** The number NaN, which JSON does not have. */
  'nan',
  'negative-prices',
  'high-below-low',
  /** The last day twice, the earlier row with other prices. */
  'duplicate-day',
  /** A last row of a day that has not ended: the exchange is open. */
  'market-open',
  /** The same, its close still null. */
  'market-open-null-close',
  /** The last session is over, and its close is still null. */
  'late-close',
  /** The last session is over, and its row is not there yet. */
  'late-row',
  /** Rows of months under daily columns. */
  'monthly',
  /** Another symbol's whole answer. */
  'other-symbol',
] as const;

/** What can be wrong with the answer as a whole, whatever it was to hold. */
export const ANSWER_MISBEHAVIOURS = [
  /** 404 for every symbol, as Yahoo answers once one is delisted. */
  'delisted',
  /** 400: there are no prices in the period asked for. */
  'no-prices',
  /** 400, whatever was asked for. */
  'bad-request',
  /** 429, with `retry-after` where `retryAfter` is given. */
  'rate-limited',
  'server-error',
  /** A web page with status 200. */
  'html',
  /** JSON of quite another shape. */
  'other-json',
  /** The connection ends after half the body. */
  'cut-in-half',
  /** No answer, ever. */
  'hang',
  /** One byte a second. */
  'drip',
  /** A body of 200 MB. */
  'huge',
  /** The connection is closed instead of an answer. */
  'hang-up',
] as const;

export type RowMisbehaviour = (typeof ROW_MISBEHAVIOURS)[number];
export type AnswerMisbehaviour = (typeof ANSWER_MISBEHAVIOURS)[number];
export type Fault = RowMisbehaviour | AnswerMisbehaviour;

export const MISBEHAVIOURS: readonly Fault[] = [...ROW_MISBEHAVIOURS, ...ANSWER_MISBEHAVIOURS];

/** Which requests misbehave, and how; all by default, until told otherwise. */
export interface MisbehaviourScope {
  readonly symbol?: string;
  readonly endpoint?: 'chart' | 'search';
  /** For so many requests; the others are answered well. */
  readonly times?: number;
  /** For `rate-limited`: the value of the header, seconds or an HTTP date. */
  readonly retryAfter?: string;
}

export function isRowMisbehaviour(misbehaviour: Fault): misbehaviour is RowMisbehaviour {
  return ROW_MISBEHAVIOURS.some((name) => name === misbehaviour);
}
