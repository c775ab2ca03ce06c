/** Part of a list: all of it without a limit, from its beginning without an offset. */
export interface Page {
  readonly limit?: number | undefined;
  readonly offset?: number | undefined;
}
