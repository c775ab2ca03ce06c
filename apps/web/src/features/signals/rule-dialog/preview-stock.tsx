import { useState } from 'react';
import { Select } from '#components/ui/select.tsx';
import { trpc } from '#lib/api/trpc.ts';

/**
 * The stock that a preview reads: the rule's own, or for a rule over a list one that the user chooses; null for an empty
 * watch list, or until it is loaded.
 */
export function usePreviewStock(ruleSymbol: string | null) {
  const [chosen, choose] = useState<string | null>(null);
  const { data } = trpc.stocks.list.useQuery(undefined, { enabled: ruleSymbol === null });
  const symbols = data?.stocks.map(({ stock }) => stock.symbol) ?? [];
  return { symbol: ruleSymbol ?? chosen ?? symbols[0] ?? null, symbols, choose };
}

/** Chooses the stock of the preview. */
export function PreviewStock({ stock }: { stock: ReturnType<typeof usePreviewStock> }) {
  if (stock.symbol === null) return null;
  return (
    <span className="flex items-center gap-2 text-sm text-muted">
      Try it on
      <Select
        size="sm"
        aria-label="Stock of the preview"
        value={stock.symbol}
        onChange={(event) => stock.choose(event.target.value)}
        className="w-32"
      >
        {stock.symbols.map((symbol) => (
          <option key={symbol}>{symbol}</option>
        ))}
      </Select>
    </span>
  );
}
