import { type FormEvent, useEffect, useRef, useState } from 'react';
import { ErrorBox } from '../../../components/feedback/error-box.tsx';
import { ProgressBar } from '../../../components/feedback/progress-bar.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { Dialog } from '../../../components/ui/dialog.tsx';
import { symbolOrIsin } from '../../../lib/api/schemas.ts';
import { useApiClient } from '../../../lib/api/trpc.ts';
import { addCalls, useReloadWatchList } from '../api.ts';
import { addStock, type StockProgress, StockTaskFailure } from './add-stock.ts';
import { isinError, isinIn, SymbolField } from './symbol-field.tsx';

/** How long the good news stands before the dialog closes, in milliseconds. */
const successDelayMs = 1000;

type Phase =
  | { readonly name: 'idle' }
  | { readonly name: 'busy'; readonly progress: StockProgress }
  | { readonly name: 'done' }
  | { readonly name: 'failed'; readonly message: string };

/** The form that adds a stock and follows its task. */
export function AddStockDialog({ onClose }: { onClose: () => void }) {
  const [symbol, setSymbol] = useState('');
  /** The ISIN among whose listings the symbol was chosen: nobody else knows it. */
  const [isin, setIsin] = useState<string | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [phase, setPhase] = useState<Phase>({ name: 'idle' });
  const client = useApiClient();
  const reloadWatchList = useReloadWatchList();
  const input = useRef<HTMLInputElement>(null);
  const isBusy = phase.name === 'busy' || phase.name === 'done';

  // It was disabled while busy, and whoever is refused corrects it next.
  useEffect(() => {
    if (phase.name === 'failed') input.current?.focus();
  }, [phase]);

  function edit(text: string) {
    setSymbol(text.toUpperCase());
    setIsin(null);
    setRefusal(null);
    setPhase({ name: 'idle' });
  }

  function choose(listing: string) {
    edit(listing);
    setIsin(isinIn(symbol));
  }

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (isBusy) return;
    const judged = symbolOrIsin.safeParse(symbol);
    if (!judged.success) {
      setRefusal(judged.error.issues[0]?.message ?? 'Please enter a stock symbol');
      return;
    }
    try {
      // Whoever leaves the page meanwhile finds the stock on the list all the same.
      await addStock(addCalls(client, judged.data, isin), (progress) => setPhase({ name: 'busy', progress }));
    } catch (error) {
      setPhase({
        name: 'failed',
        message: error instanceof StockTaskFailure ? error.message : 'Failed to add stock',
      });
      // It may have come onto the list all the same.
      void reloadWatchList();
      return;
    }
    setPhase({ name: 'done' });
    setTimeout(() => {
      void reloadWatchList();
      onClose();
    }, successDelayMs);
  }

  return (
    <Dialog title="Add Stock to Track" open initialFocus={input} onClose={() => !isBusy && onClose()}>
      <form onSubmit={submit} noValidate className="space-y-4">
        <SymbolField
          value={symbol}
          onChange={edit}
          onChoose={(match) => choose(match.symbol)}
          isDisabled={isBusy}
          error={refusal ?? isinError(symbol)}
          inputRef={input}
          isTaken={phase.name !== 'idle'}
        >
          <PhaseNotice phase={phase} />
        </SymbolField>
        <div className="flex justify-end gap-2 pt-1">
          <Button onClick={onClose} disabled={isBusy}>
            Cancel
          </Button>
          <Button type="submit" variant="primary" disabled={isBusy || symbol.trim() === ''}>
            {isBusy ? 'Adding...' : 'Add Stock'}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/** How adding goes, or how it ended. There before it begins: a screen reader tells of what changes in it. */
function PhaseNotice({ phase }: { phase: Phase }) {
  return (
    <div className={phase.name === 'idle' ? 'sr-only' : 'flex h-full flex-col justify-center px-3.5'}>
      <div role="status" className="text-center text-sm">
        {phase.name === 'busy' && <p className="mb-3">{phase.progress.message}</p>}
        {phase.name === 'done' && (
          <p className="rounded-md bg-up-soft px-3.5 py-3 font-medium text-up">Stock added successfully!</p>
        )}
      </div>
      {phase.name === 'busy' && <ProgressBar label="Adding the stock" percent={phase.progress.percent} />}
      {phase.name === 'failed' && <ErrorBox message={phase.message} />}
    </div>
  );
}
