import { Dialog } from '#components/ui/overlay/dialog.tsx';

const shortcuts = [
  { keys: ['Ctrl', 'K'], action: 'Go to a stock, strategy or page, change range or theme' },
  { keys: ['/'], action: 'Search the watch list' },
  { keys: ['a'], action: 'Add a stock; on a stock’s page, a price level' },
  { keys: ['↑', '↓', '←', '→'], action: 'Move between stocks' },
  { keys: ['Enter'], action: 'Open the stock' },
  { keys: ['f'], action: 'Favourite on or off' },
  { keys: ['j', 'k'], action: 'Next or previous stock, on a stock’s page' },
  { keys: ['?'], action: 'Show this list' },
] as const;

/** Dialog that lists the keyboard shortcuts. */
export function ShortcutHelp({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title="Keyboard shortcuts" open onClose={onClose}>
      <dl className="divide-y divide-line">
        {shortcuts.map(({ keys, action }) => (
          <div key={action} className="flex items-center justify-between gap-4 py-2.5 text-sm">
            <dt>{action}</dt>
            <dd className="flex gap-1">
              {keys.map((key) => (
                <kbd
                  key={key}
                  className="grid h-6 min-w-6 place-items-center rounded-sm border border-line bg-sunken px-1.5 font-sans text-xs font-medium"
                >
                  {key}
                </kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
      <p className="mt-3 text-sm text-muted">Settings can turn single-key shortcuts off.</p>
    </Dialog>
  );
}
