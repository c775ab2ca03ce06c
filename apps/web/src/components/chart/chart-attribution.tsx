/** The notice and the link that the licence of lightweight-charts requires on a page with charts. */
export function ChartAttribution() {
  return (
    <p className="mt-2 text-xs text-muted">
      Charts:{' '}
      <a
        href="https://www.tradingview.com/"
        target="_blank"
        rel="noreferrer"
        className="underline-offset-4 hover:underline"
      >
        TradingView Lightweight Charts™
      </a>
      , copyright © 2025 TradingView, Inc.
    </p>
  );
}
