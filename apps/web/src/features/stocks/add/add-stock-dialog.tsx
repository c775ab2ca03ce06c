import { type FormEvent, useEffect, useRef, useState } from 'react';
import { ErrorBox } from '../../../components/feedback/error-box.tsx';
import { ProgressBar } from '../../../components/feedback/progress-bar.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { Dialog } from '../../../components/ui/dialog.tsx';
import { symbolOrIsin } from '../../../lib/api/schemas.ts';
import { stockTaskPercent, stockTaskStep } from '../api/stock-task.ts';
import { useAddStock } from '../api/use-add-stock.ts';
import { useExpectedFile } from '../api/use-expected-file.ts';
import { isinError, isinIn, SymbolField } from './symbol-field.tsx';

/** The form that adds a stock and polls its task. */
export function AddStockDialog({ onClose }: { onClose: () => void }) {
  const [symbol, setSymbol] = useState('');
  /** The ISIN that the chosen symbol was found by; search results may lack it. */
  const [isin, setIsin] = useState<string | null>(null);
  const [inputError, setInputError] = useState<string | null>(null);
  const { state, start, reset } = useAddStock(onClose);
  const input = useRef<HTMLInputElement>(null);
  const isFailed = state.status === 'failed';
  const isLocked = state.status !== 'idle' && !isFailed;

  // The input lost the focus while disabled; the next step is to correct it.
  useEffect(() => {
    if (isFailed) input.current?.focus();
  }, [isFailed]);

  function edit(text: string) {
    setSymbol(text.toUpperCase());
    setIsin(null);
    setInputError(null);
    reset();
  }

  function choose(listing: string) {
    edit(listing);
    setIsin(isinIn(symbol));
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    if (isLocked) return;
    const parsed = symbolOrIsin.safeParse(symbol);
    if (parsed.success) start({ symbol: parsed.data, isin });
    else setInputError(parsed.error.issues[0]?.message ?? 'Please enter a stock symbol');
  }

  return (
    <Dialog title="Add Stock to Track" open initialFocus={input} onClose={() => !isLocked && onClose()}>
      <form onSubmit={submit} noValidate className="space-y-4">
        <SymbolField
          value={symbol}
          onChange={edit}
          onChoose={(match) => choose(match.symbol)}
          isDisabled={isLocked}
          error={inputError ?? isinError(symbol)}
          inputRef={input}
          hasNotice={state.status !== 'idle'}
        >
          <TaskNotice state={state} symbol={symbol.trim()} />
        </SymbolField>
        <div className="flex justify-end gap-2 pt-1">
          <Button onClick={onClose} disabled={isLocked}>
            Cancel
          </Button>
          <Button type="submit" variant="primary" disabled={isLocked || symbol.trim() === ''}>
            {isLocked ? 'Adding...' : 'Add Stock'}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/** Progress or result. Always rendered: screen readers announce only changes of a live region. */
function TaskNotice({ state, symbol }: { state: ReturnType<typeof useAddStock>['state']; symbol: string }) {
  const task = state.status === 'running' ? state.task : null;
  const file = useExpectedFile(symbol, state.status === 'failed');
  return (
    <div className={state.status === 'idle' ? 'sr-only' : 'flex h-full flex-col justify-center px-3.5'}>
      <div role="status" className="text-center text-sm">
        {state.status === 'starting' && <p className="mb-3">Adding stock...</p>}
        {state.status === 'running' && (
          <p className="mb-3">{stockTaskStep(task) ?? 'Fetching historical data...'}</p>
        )}
        {state.status === 'done' && (
          <p className="rounded-md bg-up-soft px-3.5 py-3 font-medium text-up">Stock added successfully!</p>
        )}
      </div>
      {(state.status === 'starting' || state.status === 'running') && (
        <ProgressBar label="Adding the stock" percent={stockTaskPercent(task)} />
      )}
      {state.status === 'failed' && (
        <ErrorBox
          message={state.message}
          detail={file && `The server reads prices from CSV files; it expects ${file} in their folder.`}
        />
      )}
    </div>
  );
}
