/** For a stock, or a user, without signals and rules. */
export const noSignals = "No signals yet. Add one on a stock's page, or write a rule for your whole list.";
