import type { HoldingList, Portfolio, PortfolioPerformance } from '@stockbook/api/schemas';
import { type FormEvent, type ReactNode, useState } from 'react';
import { CurrencyField } from '#components/currency-field.tsx';
import { QueryError } from '#components/feedback/error-box.tsx';
import { NoticeIcon } from '#components/feedback/notice-icon.tsx';
import { Button } from '#components/ui/button.tsx';
import { fieldMessages } from '#lib/api/server-error.ts';
import { useSetQuoteCurrency, useSetSplitChoice, useUpdatePortfolio } from '../api/mutations.ts';
import { describeTwrProblem } from '../problem-sentences.ts';
import { AddTransaction } from '../transactions/add-transaction.tsx';

type Warning = HoldingList['warnings'][number];

function Notice({ message, children }: { message: string; children?: ReactNode }) {
  return (
    <li className="flex gap-3 rounded-md bg-warn-soft px-3.5 py-2.5 text-sm">
      <NoticeIcon name="alert" className="mt-0.5 size-4 shrink-0 text-warn" />
      <div className="min-w-0 space-y-2">
        <p>{message}</p>
        {children}
      </div>
    </li>
  );
}

interface NoticesProps {
  portfolio: Portfolio;
  list: HoldingList;
  /** Undefined while it is loading. */
  life: PortfolioPerformance | undefined;
}

/** The remarks on the figures, and the questions about them. */
export function Notices({ portfolio, list, life }: NoticesProps) {
  // The stocks with simulated prices are those of the holdings: the performance names also the benchmark.
  const ofLife = life?.warnings.filter(({ kind }) => kind !== 'simulated') ?? [];
  const warnings = new Map([...list.warnings, ...ofLife].map((warning) => [warning.message, warning]));
  const hasNoDeposits = life?.twr_problem === 'no_deposits';
  const unknown = list.skipped.filter(({ kind }) => kind === 'unknown_currency');
  if (warnings.size === 0 && unknown.length === 0 && !hasNoDeposits) return null;
  return (
    <ul aria-label="Notices" className="mb-4 space-y-2 print:hidden">
      {unknown.map(({ symbol }) => (
        <QuoteCurrencyQuestion key={symbol} portfolioId={portfolio.id} symbol={symbol} />
      ))}
      {hasNoDeposits && (
        <Notice message={describeTwrProblem(life) ?? ''}>
          <CashActions portfolio={portfolio} initial={{ type: 'DEPOSIT', currency: portfolio.currency }} />
        </Notice>
      )}
      {[...warnings.values()].map((warning) => (
        <WarningNotice key={warning.message} portfolio={portfolio} warning={warning} />
      ))}
    </ul>
  );
}

function WarningNotice({ portfolio, warning }: { portfolio: Portfolio; warning: Warning }) {
  if (warning.kind === 'spin_off') return <SplitQuestion portfolioId={portfolio.id} warning={warning} />;
  const { currency } = portfolio;
  if (warning.kind === 'spun_off') {
    const { ex_date: date, cost } = warning;
    return (
      <Notice message={warning.message}>
        <AddTransaction
          portfolio={portfolio}
          label="Add the new company’s shares"
          initial={{ type: 'TRANSFER_IN', date, total: cost, currency }}
        />
      </Notice>
    );
  }
  if (warning.kind !== 'cash_below_zero') return <Notice message={warning.message} />;
  const { first, lowest } = warning;
  return (
    <Notice message={warning.message}>
      <CashActions
        portfolio={portfolio}
        initial={{ type: 'DEPOSIT', date: first, amount: Math.abs(lowest), currency }}
      />
    </Notice>
  );
}

interface CashActionsProps {
  portfolio: Portfolio;
  initial: NonNullable<Parameters<typeof AddTransaction>[0]['initial']>;
}

/** The two ways out of a cash account without the money that it paid. */
function CashActions({ portfolio, initial }: CashActionsProps) {
  const { mutate, isPending, error } = useUpdatePortfolio();
  return (
    <>
      <QueryError error={error} fallback="Failed to save settings" />
      <div className="flex flex-wrap gap-2">
        <AddTransaction portfolio={portfolio} label="Add a deposit for the shortfall" initial={initial} />
        <Button
          size="sm"
          disabled={isPending}
          onClick={() => mutate({ portfolioId: portfolio.id, cash_tracking: false })}
        >
          Stop tracking cash
        </Button>
      </div>
    </>
  );
}

interface SplitQuestionProps {
  portfolioId: string;
  warning: Extract<Warning, { kind: 'spin_off' }>;
}

/** Asks whether what the source calls a split was one. */
function SplitQuestion({ portfolioId, warning }: SplitQuestionProps) {
  const { mutate, isPending, error } = useSetSplitChoice();
  const { symbol, ex_date, message } = warning;
  const answer = (choice: 'multiplied' | 'kept') => mutate({ portfolioId, symbol, ex_date, choice });
  return (
    <Notice message={message}>
      <QueryError error={error} fallback="Failed to save your answer" />
      <div className="flex flex-wrap gap-2">
        <Button size="sm" disabled={isPending} onClick={() => answer('multiplied')}>
          Yes, they multiplied
        </Button>
        <Button size="sm" disabled={isPending} onClick={() => answer('kept')}>
          No, it stayed
        </Button>
      </div>
    </Notice>
  );
}

/** Asks for the currency of a stock whose source names none. */
function QuoteCurrencyQuestion({ portfolioId, symbol }: { portfolioId: string; symbol: string }) {
  const { mutate, isPending, error } = useSetQuoteCurrency();
  const [currency, setCurrency] = useState('');
  const fieldError = fieldMessages(error, ['currency']).currency;

  function save(event: FormEvent) {
    event.preventDefault();
    if (currency.trim() !== '') mutate({ portfolioId, symbol, currency: currency.trim() });
  }

  return (
    <Notice message={`In which currency is ${symbol} quoted?`}>
      {error && !fieldError && <QueryError error={error} fallback="Failed to save the currency" />}
      <form noValidate onSubmit={save} className="flex items-start gap-2">
        <CurrencyField
          label={`Currency of ${symbol}`}
          hint="A code such as EUR, or GBp for pence"
          error={fieldError}
          value={currency}
          onChange={(event) => setCurrency(event.target.value)}
        />
        <Button type="submit" disabled={isPending || currency.trim() === ''} className="mt-6.5 h-10">
          {isPending ? 'Saving...' : 'Save'}
        </Button>
      </form>
    </Notice>
  );
}
