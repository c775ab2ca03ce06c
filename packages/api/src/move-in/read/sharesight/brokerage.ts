import { formatDay } from '@stockbook/common/days';
import { Decimal } from '../../decimal.ts';
import type { FileQuestion } from '../../form.ts';
import { cleanText } from '../texts.ts';
import { currencyOfTrade, type SharesightRow } from './rows.ts';

/** The brokerage of a row. */
interface Brokerage {
  /** In the currency of the trade; in its own while its rate is asked for; null if it cannot be read. */
  readonly fees: string | null;
  /** The question about the rate that the row leaves blank. */
  readonly question: FileQuestion | null;
}

/** @param date of the row; null if it cannot be read */
export function brokerageOf(row: SharesightRow, date: string | null): Brokerage {
  const { record } = row;
  const fees = row.number('Brokerage', 'Brokerage *');
  const [own, traded] = [record.cell('Brokerage Currency'), currencyOfTrade(row)];
  if (fees === null || Number(fees) === 0 || own === '' || own === traded) return { fees, question: null };
  if (record.cell('Exchange Rate') === '') {
    return { fees, question: date === null ? null : rateQuestion(cleanText(own), cleanText(traded), date) };
  }
  // The rate tells the units of the trade's currency for one of the portfolio's.
  const rate = row.number('Exchange Rate');
  return { fees: rate === null ? null : new Decimal(fees).times(rate).toFixed(), question: null };
}

/** The same for all rows of a day. */
const rateQuestion = (from: string, to: string, date: string): FileQuestion => ({
  key: `rate:${from}:${to}:${date}`,
  kind: 'rate',
  text: `How many ${to} was 1 ${from} worth on ${formatDay(date)}? Brokerage of that day is in ${from}, and its exchange rate is blank.`,
  choices: [],
  default: null,
});
