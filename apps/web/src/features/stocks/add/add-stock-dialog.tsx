import type { SearchMatch, StockTask } from '@stockbook/api/schemas';
import { type FormEvent, useRef, useState } from 'react';
import { ErrorBox } from '#components/feedback/error-box.tsx';
import { ProgressBar } from '#components/feedback/progress-bar.tsx';
import { Button } from '#components/ui/button.tsx';
import { Dialog } from '#components/ui/overlay/dialog.tsx';
import { sheetFootClass } from '#components/ui/overlay/popup-class.ts';
import { Switch } from '#components/ui/switch.tsx';
import { useResolveSymbol } from '#hooks/use-suggestions.ts';
import { useUserState } from '#hooks/use-user-state.ts';
import { isIsin } from '#lib/api/schemas.ts';
import { stockTaskPercent, stockTaskStep } from '#lib/api/stock-task.ts';
import { trpc } from '#lib/api/trpc.ts';
import { cn } from '#lib/cn.ts';
import { useAddStock } from './api.ts';
import { symbolInShared } from './shared-text.ts';
import { isinError, isinIn, OwnInstrumentLink, SymbolField } from './symbol-field.tsx';

/** The name of a symbol's file if the server reads prices from CSV files, otherwise null. */
export function useExpectedFile(symbolOrIsin: string, isEnabled: boolean): string | null {
  const { data } = trpc.system.version.useQuery(undefined, { enabled: isEnabled });
  if (data?.market_data !== 'csv') return null;
  return `${isIsin(symbolOrIsin) ? 'SYMBOL' : symbolOrIsin}.csv`;
}

function parseKeepsOpen(stored: unknown): boolean {
  return stored === true;
}

interface AddStockDialogProps {
  onClose: () => void;
  /** Receives the symbol of a stock that is tracked, for the list on show; null without one. */
  onAdded: ((symbol: string) => void) | null;
  /** Takes the text typed before the field had the focus. */
  takeTyped: () => string;
  onPasteSeveral: (text: string) => void;
  /** Opens the form of an own instrument in place of this one. */
  onOwn: () => void;
  /** Text of another program, from which the field is filled; empty or null without one. */
  sharedText: string | null;
}

/** Returns the symbol of a stock that is tracked already. */
function useFindTracked(): (symbolOrIsin: string) => string | undefined {
  const utils = trpc.useUtils();
  return (symbolOrIsin) =>
    utils.stocks.list.getData()?.stocks.find(({ stock }) => [stock.symbol, stock.isin].includes(symbolOrIsin))
      ?.stock.symbol;
}

/** The text of the field, and what adds the stock that it names. */
function useAddStockForm({ onClose, onAdded, sharedText }: AddStockDialogProps) {
  const [symbol, setSymbol] = useState(() => symbolInShared(sharedText ?? '') ?? '');
  /** The ISIN that the chosen symbol was found by; search results may lack it. */
  const [isin, setIsin] = useState<string | null>(null);
  const [inputError, setInputError] = useState(
    sharedText && symbol === '' ? 'No symbol found in what you shared' : null,
  );
  const [keepsOpen, setKeepsOpen] = useUserState('addStockKeepsOpen', parseKeepsOpen);
  const { state, start, reset } = useAddStock(finish);
  const resolveSymbol = useResolveSymbol();
  const findTracked = useFindTracked();
  const input = useRef<HTMLInputElement>(null);
  const isLocked = state.status !== 'idle' && state.status !== 'failed';

  function finish({ result }: StockTask) {
    if (result && 'symbol' in result) onAdded?.(result.symbol);
    done();
  }

  function done() {
    if (keepsOpen) edit('');
    else onClose();
  }

  function edit(text: string) {
    setSymbol(text.toUpperCase());
    setIsin(null);
    setInputError(null);
    reset();
  }

  function choose({ symbol: listing }: SearchMatch) {
    edit(listing);
    setIsin(isinIn(symbol));
  }

  function add(chosen: string | (() => Promise<string>), foundBy: string | null) {
    const tracked = findTracked(typeof chosen === 'string' ? chosen : symbol.trim());
    if (onAdded && tracked !== undefined) {
      onAdded(tracked);
      done();
      return;
    }
    // The button that may have the focus is disabled until the task ends.
    input.current?.focus();
    start({ symbol: chosen, isin: foundBy });
  }

  function addMatch(match: SearchMatch) {
    if (isLocked) return;
    choose(match);
    add(match.symbol, isinIn(symbol));
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    if (isLocked) return;
    if (symbol.trim() === '') setInputError('Please enter a stock symbol');
    else if (isinError(symbol) !== null) input.current?.focus();
    else add(() => resolveSymbol(symbol), isin);
  }

  const error = inputError ?? isinError(symbol);
  return { input, symbol, error, state, isLocked, keepsOpen, setKeepsOpen, edit, choose, addMatch, submit };
}

/** The form that adds a stock and polls its task. */
export function AddStockDialog(props: AddStockDialogProps) {
  const { onClose, takeTyped, onPasteSeveral, onOwn } = props;
  const form = useAddStockForm(props);
  const { input, symbol, state, isLocked } = form;
  return (
    <Dialog title="Add Stock to Track" open initialFocus={input} onClose={() => !isLocked && onClose()}>
      <form onSubmit={form.submit} noValidate className="space-y-4">
        <SymbolField
          value={symbol}
          onChange={form.edit}
          onChoose={form.choose}
          onAdd={form.addMatch}
          onFocus={() => {
            const typed = takeTyped();
            if (typed !== '') form.edit(symbol + typed);
          }}
          onPasteSeveral={onPasteSeveral}
          onOwn={onOwn}
          isLocked={isLocked}
          error={form.error}
          inputRef={input}
          hasNotice={state.status !== 'idle'}
        >
          <TaskNotice state={state} symbol={symbol.trim()} />
        </SymbolField>
        <OwnInstrumentLink onClick={onOwn} disabled={isLocked} />
        <div className={cn('flex flex-wrap items-center justify-end gap-2 sm:pt-1', sheetFootClass)}>
          <span className="mr-auto">
            <Switch label="Keep open" checked={form.keepsOpen} onChange={form.setKeepsOpen} />
          </span>
          <Buttons isLocked={isLocked} isEmpty={symbol.trim() === ''} onCancel={onClose} />
        </div>
      </form>
    </Dialog>
  );
}

interface ButtonsProps {
  isLocked: boolean;
  isEmpty: boolean;
  onCancel: () => void;
}

function Buttons({ isLocked, isEmpty, onCancel }: ButtonsProps) {
  return (
    <>
      <Button onClick={onCancel} disabled={isLocked}>
        Cancel
      </Button>
      <Button type="submit" variant="primary" needsServer disabled={isLocked || isEmpty}>
        {isLocked ? 'Adding...' : 'Add Stock'}
      </Button>
    </>
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
