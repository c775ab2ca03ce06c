import type { Stock } from '@stockbook/api/schemas';
import { Card } from '#components/ui/card.tsx';
import { simulatedWarning } from '#lib/data-source.ts';

export function StockInformation({ stock }: { stock: Stock }) {
  const facts = [
    ['Symbol', stock.symbol],
    ['Name', stock.name],
    ['ISIN', stock.isin],
    ['Exchange', stock.exchange],
    ['Currency', stock.currency],
  ] as const;
  return (
    <Card title="Stock Information">
      <dl className="divide-y divide-line text-sm">
        {facts.map(([label, value]) => (
          <div key={label} className="flex justify-between gap-6 py-2 first:pt-0 last:pb-0">
            <dt className="text-muted">{label}</dt>
            <dd className="min-w-0 text-right font-medium">{value || 'N/A'}</dd>
          </div>
        ))}
      </dl>
      {stock.data_source === 'simulated' && (
        <p className="mt-3 text-sm text-muted">{simulatedWarning.sentence}</p>
      )}
    </Card>
  );
}
