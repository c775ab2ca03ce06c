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

/** How long the success message shows before the dialog closes. */
const successDelayMs = 1000;

type Phase =
  | { readonly name: 'idle' }
  | { readonly name: 'busy'; readonly progress: StockProgress }
  | { readonly name: 'done' }
  | { readonly name: 'failed'; readonly message: string };

/** The form that adds a stock and polls its task. */
export function AddStockDialog({ onClose }: { onClose: () => void }) {
  const [symbol, setSymbol] = useState('');
  /** The ISIN that the chosen symbol was found by; search results may lack it. */
  const [isin, setIsin] = useState<string | null>(null);
  const [inputError, setInputError] = useState<string | null>(null);
  const [phase, setPhase] = useState<Phase>({ name: 'idle' });
  const client = useApiClient();
  const reloadWatchList = useReloadWatchList();
  const input = useRef<HTMLInputElement>(null);
  const isBusy = phase.name === 'busy' || phase.name === 'done';

  // The input lost the focus while disabled; the next step is to correct it.
  useEffect(() => {
    if (phase.name === 'failed') input.current?.focus();
  }, [phase]);

  function edit(text: string) {
    setSymbol(text.toUpperCase());
    setIsin(null);
    setInputError(null);
    setPhase({ name: 'idle' });
  }

  function choose(listing: string) {
    edit(listing);
    setIsin(isinIn(symbol));
  }

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (isBusy) return;
    const parsed = symbolOrIsin.safeParse(symbol);
    if (!parsed.success) {
      setInputError(parsed.error.issues[0]?.message ?? 'Please enter a stock symbol');
      return;
    }
    try {
      // Continues after the component unmounts: the server adds the stock in any case.
      await addStock(addCalls(client, parsed.data, isin), (progress) => setPhase({ name: 'busy', progress }));
    } catch (error) {
      setPhase({
        name: 'failed',
        message: error instanceof StockTaskFailure ? error.message : 'Failed to add stock',
      });
      // The server may have added the stock before the failure.
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
          error={inputError ?? isinError(symbol)}
          inputRef={input}
          hasNotice={phase.name !== 'idle'}
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

/** Progress or result. Always rendered: screen readers announce only changes of a live region. */
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
