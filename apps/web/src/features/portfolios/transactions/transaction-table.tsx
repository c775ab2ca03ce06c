import type { Transaction } from '@stockbook/api/schemas';
import { ScrollRegion } from '#components/ui/scroll-region.tsx';
import { cn } from '#lib/cn.ts';
import { formatDate } from '#lib/format/dates.ts';
import { useIsNominal } from '../api/nominal.ts';
import { NominalMark } from '../holdings/quantity.tsx';
import { type RowActions, RowMenu } from './row-menu.tsx';
import { typeNames } from './transaction-shapes.ts';
import { textsOf, uncountedSentence } from './transaction-texts.ts';

interface TransactionListProps {
  transactions: readonly Transaction[];
  /** That of the portfolio. */
  currency: string;
  actions: RowActions;
}

const columns = [
  ['Date', 'text-left'],
  ['Type', 'text-left'],
  ['Stock', 'text-left'],
  ['Shares', 'text-right'],
  ['Price or amount', 'text-right'],
  ['Costs', 'text-right'],
  ['Value', 'text-right'],
] as const;

/** The transactions of a page as a table, newest first. */
export function TransactionTable({ transactions, currency, actions }: TransactionListProps) {
  return (
    <ScrollRegion label="Table of transactions" className="bg-surface">
      <table className="w-full text-sm">
        <caption className="sr-only">Transactions, newest first</caption>
        <thead className="bg-sunken text-xs text-muted">
          <tr>
            {columns.map(([title, align]) => (
              <th key={title} scope="col" className={cn('h-9 px-3 font-medium whitespace-nowrap', align)}>
                {title}
              </th>
            ))}
            <th scope="col" className="w-12">
              <span className="sr-only">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody className="numeric divide-y divide-line">
          {transactions.map((transaction) => (
            <TableRow key={transaction.id} transaction={transaction} currency={currency} actions={actions} />
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}

interface RowProps {
  transaction: Transaction;
  currency: string;
  actions: RowActions;
}

function TableRow({ transaction, currency, actions }: RowProps) {
  const { date, type, symbol, name, note, is_counted, transfer_id } = transaction;
  const isNominal = useIsNominal(symbol ?? '') === true;
  const texts = textsOf(transaction, currency, isNominal);
  return (
    <tr data-row={transaction.id} className={cn('align-top', !is_counted && 'text-muted')}>
      <th scope="row" className="px-3 py-2.5 text-left font-normal whitespace-nowrap">
        {formatDate(date)}
      </th>
      <td className="px-3 py-2.5 whitespace-nowrap">
        {typeNames[type]}
        {transfer_id !== null && <span className="block text-xs text-muted">Between portfolios</span>}
        {!is_counted && <span className="block text-xs">{uncountedSentence}</span>}
      </td>
      <td className="max-w-64 px-3 py-2.5 normal-nums">
        {symbol !== null && <span className="font-medium">{symbol}</span>}
        {name !== null && <span className="block truncate text-xs text-muted">{name}</span>}
        {note !== null && <span className="block text-xs break-words text-muted">{note}</span>}
      </td>
      <td className="px-3 py-2.5 text-right whitespace-nowrap">
        {texts.shares}
        {symbol !== null && texts.shares && <NominalMark symbol={symbol} />}
      </td>
      <td className="px-3 py-2.5 text-right whitespace-nowrap">
        {texts.price || texts.amount}
        {texts.rate && <span className="block text-xs text-muted">{texts.rate}</span>}
      </td>
      <td className="px-3 py-2.5 text-right">{texts.costs}</td>
      <td className="px-3 py-2.5 text-right whitespace-nowrap">{texts.value}</td>
      <td className="py-1 pr-1 text-right">
        <RowMenu transaction={transaction} actions={actions} />
      </td>
    </tr>
  );
}

/** The transactions of a page as cards, for a phone: type, stock, day and value; the rest unfolds. */
export function TransactionCards({ transactions, currency, actions }: TransactionListProps) {
  return (
    <ul aria-label="Transactions, newest first" className="space-y-2">
      {transactions.map((transaction) => (
        <li
          key={transaction.id}
          data-row={transaction.id}
          className="flex items-start gap-1 rounded-lg border border-line bg-surface"
        >
          <TransactionCard transaction={transaction} currency={currency} />
          <span className="pt-1 pr-1">
            <RowMenu transaction={transaction} actions={actions} />
          </span>
        </li>
      ))}
    </ul>
  );
}

function TransactionCard({ transaction, currency }: Omit<RowProps, 'actions'>) {
  const { date, type, symbol, name, note, is_counted, transfer_id } = transaction;
  const isNominal = useIsNominal(symbol ?? '') === true;
  const texts = textsOf(transaction, currency, isNominal);
  const details = [
    ['Stock', name],
    [isNominal ? 'Nominal' : 'Shares', texts.shares],
    ['Price', texts.price],
    ['Amount', texts.amount],
    ['Costs', texts.costs],
    ['Rate', texts.rate],
    ['Note', note],
  ].filter((each): each is [string, string] => Boolean(each[1]));
  return (
    <details className={cn('min-w-0 grow', !is_counted && 'text-muted')}>
      <summary className="flex min-h-13 cursor-pointer list-none items-center gap-3 rounded-lg py-2 pl-3 text-sm">
        <span className="min-w-0 grow">
          <span className="block font-medium">
            {typeNames[type]} {symbol}
          </span>
          <span className="block text-xs text-muted">{formatDate(date)}</span>
          {!is_counted && <span className="block text-xs">{uncountedSentence}</span>}
        </span>
        <span className="numeric shrink-0 text-right">{texts.value}</span>
      </summary>
      <dl className="grid grid-cols-[6rem_1fr] gap-x-3 gap-y-1 pb-3 pl-3 text-sm">
        {details.map(([title, text]) => (
          <div key={title} className="contents">
            <dt className="text-muted">{title}</dt>
            <dd className="min-w-0 break-words">{text}</dd>
          </div>
        ))}
        {transfer_id !== null && <dd className="col-span-2 text-muted">Between portfolios</dd>}
      </dl>
    </details>
  );
}
