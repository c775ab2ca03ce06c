/** Faults in the rows of an otherwise valid chart. */
const rowFaults = [
  /** Rows of null prices. */
  'nulls',
  /** Closes that are `NaN`, which is not JSON. */
  'nan',
  'negative-prices',
  'high-below-low',
  /** Two rows of the last day; the first has other prices. */
  'duplicate-day',
  /** A last row of the current day while the exchange is open. */
  'market-open',
  /** Like `market-open`, with a null close. */
  'market-open-null-close',
  /** The last session has ended, and its close is null. */
  'late-close',
  /** The last session has ended, and its row is missing. */
  'late-row',
  /** The granularity is `1mo`. */
  'monthly',
  /** A symbol that was withdrawn: status 200 at the exchange `YHD`, no first trade, no rows. */
  'dead',
  /** The chart of another symbol. */
  'other-symbol',
  /** The chart of a pair of the dollar under its short name, `CHF=X`. */
  'short-pair',
] as const;

/** Faults of the whole response. */
const responseFaults = [
  /** 404, Yahoo's response for delisted symbols. */
  'delisted',
  /** 400: no prices in the requested period. */
  'no-prices',
  /** 400 without a reason. */
  'bad-request',
  /** 429, with `retry-after` if the scope has `retryAfter`. */
  'rate-limited',
  'server-error',
  /** An HTML page with status 200. */
  'html',
  /** JSON of another shape. */
  'other-json',
  /** Closes the connection after half the body. */
  'cut-in-half',
  /** Never responds. */
  'hang',
  /** One byte per second. */
  'drip',
  /** A body of 200 MB. */
  'huge',
  /** Closes the connection without a response. */
  'hang-up',
] as const;

export type RowFault = (typeof rowFaults)[number];
export type ResponseFault = (typeof responseFaults)[number];
export type Fault = RowFault | ResponseFault;

export const faults: readonly Fault[] = [...rowFaults, ...responseFaults];

/** The requests that a fault applies to; by default all. */
export interface FaultScope {
  readonly symbol?: string;
  readonly endpoint?: 'chart' | 'search' | 'quote' | 'spark' | 'crumb';
  /** The number of requests; by default all until `behaveWell`. */
  readonly times?: number;
  /** For `rate-limited`: the value of the header `retry-after`, seconds or an HTTP date. */
  readonly retryAfter?: string;
}

export function isRowFault(fault: Fault): fault is RowFault {
  return rowFaults.some((name) => name === fault);
}
