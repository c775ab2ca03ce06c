import { CurrencyField } from '#components/currency-field.tsx';
import { Badge } from '#components/ui/badge.tsx';
import { Button } from '#components/ui/button.tsx';
import { Card } from '#components/ui/card.tsx';
import { Field, TextField } from '#components/ui/field.tsx';
import { Select } from '#components/ui/select.tsx';
import { formatDate } from '#lib/format/dates.ts';
import { formatCount } from '#lib/format/numbers.ts';
import type { MoveReport } from '../api.ts';
import { type Answers, useSentValue } from './use-answers.ts';

type PlannedPortfolio = MoveReport['planned_portfolios'][number];
type Account = MoveReport['accounts'][number];

const kindNames: Readonly<Record<string, string>> = {
  shares: 'securities account',
  cash: 'cash account',
  both: 'account',
};

interface PortfoliosProps {
  report: MoveReport;
  answers: Answers;
}

/** The portfolios that the accounts of the file become: their names and currencies, and which of them become one. */
export function Portfolios({ report, answers }: PortfoliosProps) {
  const { planned_portfolios: portfolios, accounts } = report;
  return (
    <Card title="Portfolios">
      <p className="mb-3 text-sm text-muted">
        The accounts of your file become these portfolios. Change a name or a currency, or put two together.
      </p>
      <ul className="divide-y divide-line">
        {portfolios.map((portfolio) => (
          <li key={portfolio.key} className="space-y-3 py-4 text-sm first:pt-0 last:pb-0">
            <PortfolioFields
              portfolio={portfolio}
              others={portfolios.filter(({ key }) => key !== portfolio.key)}
              answers={answers}
            />
            <ul aria-label={`Accounts of ${portfolio.name}`} className="space-y-1">
              {accounts
                .filter((account) => account.portfolio === portfolio.key)
                .map((account) => (
                  <AccountLine
                    key={account.key}
                    account={account}
                    isMerged={portfolio.merged.includes(account.key)}
                    answers={answers}
                  />
                ))}
            </ul>
          </li>
        ))}
      </ul>
    </Card>
  );
}

interface PortfolioFieldsProps {
  portfolio: PlannedPortfolio;
  others: readonly PlannedPortfolio[];
  answers: Answers;
}

function PortfolioFields({ portfolio, others, answers }: PortfolioFieldsProps) {
  const { key, is_new, name, currency } = portfolio;
  if (!is_new) {
    return (
      <p>
        <span className="font-medium">{name}</span>{' '}
        <span className="text-muted">· {currency} · your portfolio from an earlier move</span>
      </p>
    );
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_6rem] gap-3 sm:grid-cols-[minmax(0,1fr)_6rem_14rem]">
      <SentField kind="name" portfolio={portfolio} answers={answers} />
      <SentField kind="currency" portfolio={portfolio} answers={answers} />
      {others.length > 0 && (
        <Field
          label={
            <>
              <span className="sr-only">{name} </span>Together with
            </>
          }
          error={answers.errorOf(`merge:${key}`)}
          className="max-sm:col-span-2"
        >
          {(control) => (
            <Select
              {...control}
              value=""
              disabled={answers.isBusy}
              onChange={({ target }) => void answers.send(`merge:${key}`, target.value)}
            >
              <option value="">No other</option>
              {others.map((other) => (
                <option key={other.key} value={other.key}>
                  {other.name}
                </option>
              ))}
            </Select>
          )}
        </Field>
      )}
    </div>
  );
}

const fields = {
  name: { label: 'Name', Control: TextField, maxLength: 100 },
  currency: { label: 'Currency', Control: CurrencyField, maxLength: 3 },
} as const;

interface SentFieldProps {
  kind: keyof typeof fields;
  portfolio: PlannedPortfolio;
  answers: Answers;
}

/** A field whose text is sent when it is left. */
function SentField({ kind, portfolio, answers }: SentFieldProps) {
  const { label, Control, maxLength } = fields[kind];
  const key = `${kind}:${portfolio.key}`;
  const { value, change, leave } = useSentValue(portfolio[kind], (next) => answers.send(key, next));
  return (
    <Control
      label={
        <>
          {label} <span className="sr-only">of {portfolio.name}</span>
        </>
      }
      maxLength={maxLength}
      value={value}
      error={answers.errorOf(key)}
      onChange={({ target }) => change(kind === 'currency' ? target.value.toUpperCase() : target.value)}
      onBlur={() => void leave()}
      onKeyDown={(event) => {
        if (event.key === 'Enter') void leave();
      }}
    />
  );
}

interface AccountLineProps {
  account: Account;
  isMerged: boolean;
  answers: Answers;
}

function AccountLine({ account, isMerged, answers }: AccountLineProps) {
  const { key, name, kind, counts, first, last } = account;
  const lines = counts.new + counts.already_there + counts.skipped + counts.problem;
  const span = first === last ? formatDate(first) : `${formatDate(first)} to ${formatDate(last)}`;
  return (
    <li className="flex flex-wrap items-center gap-x-2 gap-y-1 text-muted">
      <span className="break-words">
        <span className="font-medium text-ink">{name || 'Without a name'}</span>,{' '}
        {kindNames[kind] ?? 'account'}
        {lines > 0 && (
          <span className="numeric">
            {' '}
            · {formatCount(lines)} {lines === 1 ? 'line' : 'lines'} · {span}
          </span>
        )}
      </span>
      {counts.problem > 0 && (
        <Badge tone="bad">
          {formatCount(counts.problem)} {counts.problem === 1 ? 'problem' : 'problems'}
        </Badge>
      )}
      {isMerged && (
        <Button
          size="sm"
          variant="quiet"
          disabled={answers.isBusy}
          onClick={() => void answers.send(`merge:${key}`, key)}
        >
          Make {name || 'it'} a portfolio of its own
        </Button>
      )}
    </li>
  );
}
