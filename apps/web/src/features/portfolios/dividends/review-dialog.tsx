import type { Portfolio } from '@stockbook/api/schemas';
import { useState } from 'react';
import { QueryError } from '#components/feedback/error-box.tsx';
import { Button } from '#components/ui/button.tsx';
import { Checkbox } from '#components/ui/checkbox.tsx';
import { controlClass } from '#components/ui/field.tsx';
import { Dialog } from '#components/ui/overlay/dialog.tsx';
import { DialogFoot } from '#components/ui/overlay/dialog-foot.tsx';
import { cn } from '#lib/cn.ts';
import { formatDate } from '#lib/format/dates.ts';
import { readDecimal } from '#lib/format/decimals.ts';
import { useIsNominal } from '../api/nominal.ts';
import { formatMoney, formatShares } from '../format.ts';
import { textOf } from '../transactions/transaction-shapes.ts';
import { type SuggestedDividend, useDismissDividends, useTakeDividends } from './api.ts';

interface Choice {
  readonly isChosen: boolean;
  /** The day of the payment. */
  readonly date: string;
  /** As it is typed. */
  readonly taxes: string;
}

const keyOf = ({ symbol, ex_date }: SuggestedDividend) => `${symbol} ${ex_date}`;

interface ReviewDialogProps {
  portfolio: Portfolio;
  suggested: readonly SuggestedDividend[];
  onClose: () => void;
}

/** The dividends that may be missing, to be added or dismissed. */
export function ReviewDialog({ portfolio, suggested, onClose }: ReviewDialogProps) {
  const [choices, setChoices] = useState<Readonly<Record<string, Choice>>>({});
  const { take, isTaking, error } = useTakeDividends(portfolio.id);
  const dismiss = useDismissDividends(portfolio.id);
  const choiceOf = (dividend: SuggestedDividend): Choice =>
    choices[keyOf(dividend)] ?? {
      isChosen: true,
      date: dividend.ex_date,
      taxes: dividend.taxes === 0 ? '' : textOf(dividend.taxes),
    };
  const chosen = suggested.filter((dividend) => choiceOf(dividend).isChosen);
  const isValid = chosen.every((dividend) => isValidTax(choiceOf(dividend).taxes));
  const isBusy = isTaking || dismiss.isPending;
  const counted = `${chosen.length} ${chosen.length === 1 ? 'dividend' : 'dividends'}`;

  function chooseAll(isChosen: boolean) {
    setChoices(Object.fromEntries(suggested.map((each) => [keyOf(each), { ...choiceOf(each), isChosen }])));
  }

  function add() {
    const dividends = chosen.map((dividend) => {
      const { date, taxes } = choiceOf(dividend);
      return {
        symbol: dividend.symbol,
        ex_date: dividend.ex_date,
        date: date || dividend.ex_date,
        taxes: Number(readDecimal(taxes) ?? 0),
      };
    });
    take(dividends, () => chosen.length === suggested.length && onClose());
  }

  return (
    <Dialog title="Dividends that may be missing" open size="lg" onClose={() => !isBusy && onClose()}>
      <ul className="divide-y divide-line border-t border-line">
        {suggested.map((dividend) => (
          <DividendRow
            key={keyOf(dividend)}
            dividend={dividend}
            choice={choiceOf(dividend)}
            isBusy={isBusy}
            onChange={(choice) => setChoices((before) => ({ ...before, [keyOf(dividend)]: choice }))}
          />
        ))}
      </ul>
      <DialogFoot>
        <QueryError error={error} fallback="Failed to save transaction" />
        <QueryError error={dismiss.error} fallback="Failed to dismiss the dividend" />
        <div className="flex flex-wrap items-center justify-end gap-2">
          <span className="mr-auto">
            <Checkbox
              label="All"
              checked={chosen.length === suggested.length}
              disabled={isBusy}
              onChange={chooseAll}
            />
          </span>
          <Button disabled={isBusy || chosen.length === 0} onClick={() => dismiss.mutate(chosen)}>
            {dismiss.isPending ? 'Dismissing...' : 'Dismiss'}
          </Button>
          <Button variant="primary" disabled={isBusy || chosen.length === 0 || !isValid} onClick={add}>
            {isTaking ? 'Adding...' : `Add ${counted}`}
          </Button>
        </div>
      </DialogFoot>
    </Dialog>
  );
}

const isValidTax = (taxes: string) => taxes.trim() === '' || /^\d/.test(readDecimal(taxes) ?? '');

interface DividendRowProps {
  dividend: SuggestedDividend;
  choice: Choice;
  isBusy: boolean;
  onChange: (choice: Choice) => void;
}

function DividendRow({ dividend, choice, isBusy, onChange }: DividendRowProps) {
  const { symbol, ex_date, quantity, amount, currency } = dividend;
  const name = `${symbol} of ${formatDate(ex_date)}`;
  const isInvalid = !isValidTax(choice.taxes);
  const unit = useIsNominal(symbol) ? 'nominal' : quantity === 1 ? 'share' : 'shares';
  return (
    <li className="grid grid-cols-2 items-end gap-x-3 gap-y-1 py-3 sm:grid-cols-[minmax(0,1fr)_9.5rem_7rem]">
      <div className="numeric col-span-2 text-sm sm:col-span-1">
        <Checkbox
          label={
            <span>
              <span className="font-medium">{symbol}</span>{' '}
              <span className="text-muted">ex-date {formatDate(ex_date)}</span>
            </span>
          }
          checked={choice.isChosen}
          disabled={isBusy}
          onChange={(isChosen) => onChange({ ...choice, isChosen })}
        />
        <p className="pl-6.5">
          {formatShares(quantity)} {unit} on the eve ·{' '}
          <span className="font-medium">{formatMoney(amount, currency)}</span>
        </p>
      </div>
      <label className="text-xs text-muted">
        Date
        <input
          type="date"
          aria-label={`Date of ${name}`}
          value={choice.date}
          min={ex_date}
          disabled={isBusy || !choice.isChosen}
          onChange={({ target }) => onChange({ ...choice, date: target.value })}
          className={cn(controlClass, 'mt-1 h-9 text-sm')}
        />
      </label>
      <label className="text-xs text-muted">
        Tax ({currency})
        <input
          inputMode="decimal"
          aria-label={`Tax on ${name} in ${currency}`}
          aria-invalid={isInvalid}
          placeholder="0"
          value={choice.taxes}
          disabled={isBusy || !choice.isChosen}
          onChange={({ target }) => onChange({ ...choice, taxes: target.value })}
          className={cn(controlClass, 'mt-1 h-9 text-sm')}
        />
      </label>
    </li>
  );
}
