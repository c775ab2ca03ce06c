import { ListPlus, Search, Upload } from 'lucide-react';
import { preloadAddStock } from '../add/add-stock.tsx';

/** Stocks, a fund, an index and a currency pair, as a text to import. */
const exampleList = ['AAPL', 'MSFT', 'NVDA', 'KO', 'JPM', 'SPY', '^GSPC', 'EURUSD=X'].join('\n');

interface EmptyListProps {
  onSearch: () => void;
  /** Opens the import with a text. */
  onImport: (text: string) => void;
}

/** A list without stocks, and three ways to begin it. */
export function EmptyList({ onSearch, onImport }: EmptyListProps) {
  const ways = [
    { label: 'Find a stock', text: 'By its name, symbol or ISIN', Icon: Search, onClick: onSearch },
    {
      label: 'Bring a list',
      text: 'Paste symbols, or choose the file of another program',
      Icon: Upload,
      onClick: () => onImport(''),
    },
    {
      label: 'Try an example',
      text: 'Look at eight well-known stocks before they are added',
      Icon: ListPlus,
      onClick: () => onImport(exampleList),
    },
  ];
  return (
    <div className="rounded-lg border border-dashed border-edge px-4 py-8 text-center sm:px-6 sm:py-12">
      <h2 className="font-semibold">No stocks tracked yet</h2>
      <p className="mt-1 text-sm text-muted">Add your first stock to start tracking</p>
      <ul className="mx-auto mt-6 grid max-w-[52rem] gap-3 sm:grid-cols-3">
        {ways.map(({ label, text, Icon, onClick }) => (
          <li key={label} className="grid">
            <button
              type="button"
              onClick={onClick}
              onPointerEnter={preloadAddStock}
              className="flex items-center gap-3.5 rounded-lg border border-line bg-surface p-4 text-left shadow-card transition-colors hover:border-accent sm:flex-col sm:items-start"
            >
              <Icon aria-hidden="true" className="size-5 shrink-0 text-accent" strokeWidth={1.75} />
              <span className="min-w-0">
                <span className="block text-sm font-semibold">{label}</span>
                <span className="mt-0.5 block text-sm text-muted">{text}</span>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
