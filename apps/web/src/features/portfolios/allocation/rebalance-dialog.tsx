import type { Portfolio } from '@stockbook/api/schemas';
import { type FormEvent, useState } from 'react';
import { QueryError } from '#components/feedback/error-box.tsx';
import { Button } from '#components/ui/button.tsx';
import { Checkbox } from '#components/ui/checkbox.tsx';
import { TextField } from '#components/ui/field.tsx';
import { Dialog } from '#components/ui/overlay/dialog.tsx';
import { fieldProblems } from '#lib/api/server-error.ts';
import { readDecimal } from '#lib/format/decimals.ts';
import { TransactionDialog } from '../transactions/transaction-dialog.tsx';
import { newValues, textOf } from '../transactions/transaction-shapes.ts';
import { type ProposedTrade, useRebalance, useTargets } from './api.ts';
import { TradeList } from './trade-list.tsx';

interface RebalanceDialogProps {
  portfolio: Portfolio;
  onClose: () => void;
  /** Opens the editor of targets. */
  onTargets: () => void;
}

/** Proposes trades that lead to the targets; the form of transactions can take them over, one by one. */
export function RebalanceDialog({ portfolio, onClose, onTargets }: RebalanceDialogProps) {
  const [series, setSeries] = useState<readonly ProposedTrade[] | null>(null);
  if (series) return <TradeSeries portfolio={portfolio} trades={series} onClose={onClose} />;
  return (
    <Dialog title="Rebalance" open size="lg" onClose={onClose}>
      <RebalanceBody portfolio={portfolio} onTargets={onTargets} onTake={setSeries} />
    </Dialog>
  );
}

interface RebalanceBodyProps {
  portfolio: Portfolio;
  onTargets: () => void;
  onTake: (trades: readonly ProposedTrade[]) => void;
}

function RebalanceBody({ portfolio, onTargets, onTake }: RebalanceBodyProps) {
  const targets = useTargets(portfolio.id);
  const { mutate, data, error, isPending, reset } = useRebalance();
  const [typed, setTyped] = useState({ money: '', band: '', minimum: '' });
  const [onlyBuys, setOnlyBuys] = useState(false);
  const [wholeShares, setWholeShares] = useState(true);
  const moneyError = fieldProblems(error).find(({ field }) => field === 'new_money')?.message;

  function change(changes: Partial<typeof typed>) {
    setTyped((before) => ({ ...before, ...changes }));
    reset();
  }

  const errorOf = (text: string) =>
    text.trim() !== '' && readDecimal(text) === null ? 'Enter a number' : null;
  const isValid = Object.values(typed).every((text) => errorOf(text) === null);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (isPending || !isValid) return;
    mutate({
      portfolioId: portfolio.id,
      new_money: Number(readDecimal(typed.money) ?? 0),
      mode: onlyBuys ? 'buy_only' : 'buy_and_sell',
      whole_shares: wholeShares,
      band_percent: Number(readDecimal(typed.band) ?? 0),
      minimum: Number(readDecimal(typed.minimum) ?? 0),
    });
  }

  if (targets.data?.targets.length === 0) {
    return (
      <div className="space-y-4 text-sm">
        <p>Set targets to see how far you are from them.</p>
        <Button variant="primary" onClick={onTargets}>
          Targets
        </Button>
      </div>
    );
  }
  const number = (name: keyof typeof typed) => ({
    value: typed[name],
    error: errorOf(typed[name]) ?? (name === 'money' ? moneyError : null),
    inputMode: 'decimal' as const,
    placeholder: '0',
    autoComplete: 'off',
    onChange: ({ target }: { target: { value: string } }) => change({ [name]: target.value }),
  });
  const choose = (set: (isOn: boolean) => void) => (isOn: boolean) => {
    set(isOn);
    reset();
  };
  return (
    <form onSubmit={submit} noValidate className="space-y-4">
      <div className="grid grid-cols-1 gap-3 sm:grid-cols-3">
        <TextField label={`Money to invest (${portfolio.currency})`} {...number('money')} />
        <TextField label="Ignore differences below (%)" hint="In points of weight" {...number('band')} />
        <TextField label={`Ignore trades below (${portfolio.currency})`} {...number('minimum')} />
      </div>
      <div className="flex flex-wrap gap-x-5 gap-y-2">
        <Checkbox label="Only buy" checked={onlyBuys} onChange={choose(setOnlyBuys)} />
        <Checkbox label="Whole shares" checked={wholeShares} onChange={choose(setWholeShares)} />
      </div>
      {error &&
        (moneyError === undefined ? <QueryError error={error} fallback="Failed to rebalance" /> : null)}
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="text-sm text-muted">A calculation, not advice.</p>
        <Button type="submit" variant="primary" disabled={isPending || !isValid}>
          {isPending ? 'Calculating...' : 'Calculate'}
        </Button>
      </div>
      {data && <TradeList result={data} currency={portfolio.currency} onTake={onTake} />}
    </form>
  );
}

interface TradeSeriesProps {
  portfolio: Portfolio;
  trades: readonly ProposedTrade[];
  onClose: () => void;
}

/** The form of transactions for one proposed trade after the other. */
function TradeSeries({ portfolio, trades, onClose }: TradeSeriesProps) {
  const [index, setIndex] = useState(0);
  const trade = trades[index];
  if (!trade) return null;
  const next = () => (index + 1 < trades.length ? setIndex(index + 1) : onClose());
  return (
    <TransactionDialog
      key={index}
      portfolio={portfolio}
      progress={`${index + 1} of ${trades.length}`}
      task={{
        kind: 'add',
        values: newValues({
          type: trade.type,
          symbol: trade.symbol ?? '',
          quantity: textOf(trade.quantity),
          price: textOf(trade.price),
          currency: trade.currency ?? '',
        }),
      }}
      onSaved={next}
      onClose={onClose}
    />
  );
}
