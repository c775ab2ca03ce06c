/** The package has no types of its own. */
declare module 'xirr' {
  interface Transaction {
    readonly amount: number;
    readonly when: Date;
  }

  /** @throws if Newton's method does not converge */
  function xirr(
    transactions: readonly Transaction[],
    options?: { readonly tolerance?: number; readonly maxIterations?: number; readonly guess?: number },
  ): number;

  export = xirr;
}
