import { Dialog } from '#components/ui/overlay/dialog.tsx';

interface Shortcut {
  readonly keys: readonly string[];
  readonly action: string;
}

const groups: readonly { readonly title: string; readonly shortcuts: readonly Shortcut[] }[] = [
  {
    title: 'Everywhere',
    shortcuts: [
      { keys: ['Ctrl', 'K'], action: 'Go to a stock, strategy or page, change range or theme' },
      { keys: ['?'], action: 'Show this list' },
    ],
  },
  {
    title: 'Watch list',
    shortcuts: [
      { keys: ['/'], action: 'Search the watch list' },
      { keys: ['a'], action: 'Add a stock' },
      { keys: ['↑', '↓', '←', '→'], action: 'Move between stocks' },
      { keys: ['j', 'k'], action: 'Next or previous stock' },
      { keys: ['Enter'], action: 'Open the stock' },
      { keys: ['f'], action: 'Favorite on or off' },
      { keys: ['l'], action: 'Lists of the stock, or of the selected ones' },
      { keys: ['1', '…', '9'], action: 'Show one of the first nine lists' },
      { keys: ['0'], action: 'Show all stocks' },
      { keys: ['x'], action: 'Select the row of the table' },
      { keys: ['Shift', '↑', '↓'], action: 'Select rows on the way' },
      { keys: ['Esc'], action: 'Clear the selection' },
    ],
  },
  {
    title: 'A stock’s page',
    shortcuts: [
      { keys: ['j', 'k'], action: 'Next or previous stock' },
      { keys: ['a'], action: 'Set a price level' },
      { keys: ['l'], action: 'Lists of the stock' },
      { keys: ['x'], action: 'Select it, or the row that has the focus, in the list beside the chart' },
      { keys: ['Ctrl', 'Enter'], action: 'Save the note' },
    ],
  },
  {
    title: 'Inbox',
    shortcuts: [
      { keys: ['j', 'k'], action: 'Next or previous entry' },
      { keys: ['Enter'], action: 'Open its stock at that bar' },
      { keys: ['e'], action: 'Mark as read, and go on' },
    ],
  },
  {
    title: 'The chart, while it has the focus',
    shortcuts: [
      { keys: ['←', '→'], action: 'Move the crosshair, with Shift further' },
      { keys: ['Home', 'End'], action: 'First or last bar' },
      { keys: ['+', '-'], action: 'Zoom' },
      { keys: ['Enter'], action: 'Open the journal entries of the bar' },
      { keys: ['0'], action: 'Reset the view' },
      { keys: ['Ctrl'], action: 'Held: the crosshair keeps to the closes' },
      { keys: ['Shift', 'drag'], action: 'Measure' },
    ],
  },
  {
    title: 'A drawing, while a handle of it has the focus',
    shortcuts: [
      { keys: ['↑', '↓', '←', '→'], action: 'Move it, with Shift further' },
      { keys: ['Delete'], action: 'Delete the drawing' },
      { keys: ['Esc'], action: 'Leave it' },
    ],
  },
];

/** Dialog that lists the keyboard shortcuts. */
export function ShortcutHelp({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title="Keyboard shortcuts" open onClose={onClose}>
      <div className="space-y-5">
        {groups.map(({ title, shortcuts }) => (
          <section key={title} aria-label={title}>
            <h3 className="mb-1 text-sm font-semibold">{title}</h3>
            <dl className="divide-y divide-line">
              {shortcuts.map(({ keys, action }) => (
                <div key={action} className="flex items-center justify-between gap-4 py-1.5 text-sm">
                  <dt>{action}</dt>
                  <dd className="flex shrink-0 gap-1">
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
          </section>
        ))}
      </div>
      <p className="mt-3 text-sm text-muted">Settings can turn single-key shortcuts off.</p>
    </Dialog>
  );
}
