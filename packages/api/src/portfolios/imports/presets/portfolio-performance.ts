import { absolute, isNegative, isZero, negated } from '../read/money.ts';
import { type ReadRow, skip } from '../read/rows.ts';
import { byNames, normalType, type Preset } from './preset.ts';

/** Money that comes back, or is charged: the opposite of its type. */
const reversed = new Set([
  'interest charge',
  'zinsbelastung',
  'fees refund',
  'gebührenerstattung',
  'tax refund',
  'steuerrückerstattung',
]);

/** An export has the transactions of securities accounts, of cash accounts, or of both. */
export const portfolioPerformance: Preset = {
  name: 'Portfolio Performance',
  isVerified: true,
  columnsOf: byNames({
    required: {
      date: ['Date', 'Datum'],
      type: ['Type', 'Typ'],
      amount: ['Value', 'Wert'],
      currency: ['Transaction Currency', 'Buchungswährung'],
      quantity: ['Shares', 'Stück'],
      isin: 'ISIN',
      symbol: ['Ticker Symbol', 'Ticker-Symbol'],
      name: ['Security Name', 'Wertpapiername'],
    },
    optional: {
      fees: ['Fees', 'Gebühren'],
      taxes: ['Taxes', 'Steuern'],
      note: ['Note', 'Notiz'],
    },
    requiredExtras: ['WKN'],
  }),
  types: {
    buy: 'BUY',
    kauf: 'BUY',
    sell: 'SELL',
    verkauf: 'SELL',
    'delivery (inbound)': 'TRANSFER_IN',
    einlieferung: 'TRANSFER_IN',
    'delivery (outbound)': 'TRANSFER_OUT',
    auslieferung: 'TRANSFER_OUT',
    deposit: 'DEPOSIT',
    einlage: 'DEPOSIT',
    withdrawal: 'WITHDRAWAL',
    entnahme: 'WITHDRAWAL',
    dividend: 'DIVIDEND',
    dividende: 'DIVIDEND',
    interest: 'INTEREST',
    zinsen: 'INTEREST',
    'interest charge': 'INTEREST',
    zinsbelastung: 'INTEREST',
    fees: 'FEE',
    gebühren: 'FEE',
    'fees refund': 'FEE',
    gebührenerstattung: 'FEE',
    taxes: 'TAX',
    steuern: 'TAX',
    'tax refund': 'TAX',
    steuerrückerstattung: 'TAX',
  },
  amount: 'net',
  signs: 'own',
  typeOf(text, cells) {
    const [, direction] = /^(?:transfer|umbuchung) \((inbound|outbound|eingang|ausgang)\)$/.exec(text) ?? [];
    if (direction === undefined) return undefined;
    const isIn = direction === 'inbound' || direction === 'eingang';
    const isOfShares = !isZero(cells.number('quantity'));
    if (isOfShares) return isIn ? 'TRANSFER_IN' : 'TRANSFER_OUT';
    return isIn ? 'DEPOSIT' : 'WITHDRAWAL';
  },
  adjust(values, cells) {
    if (values.type === 'TRANSFER_IN') {
      // The value includes the costs: together they are what the shares had cost.
      Object.assign(values, { fees: '0', taxes: '0' });
    }
    // The sign of a trade tells the accounts apart.
    if (values.amount === null || values.type === 'BUY' || values.type === 'SELL') return;
    const amount = absolute(values.amount) ?? '0';
    values.amount = reversed.has(normalType(cells.text('type'))) ? negated(amount) : amount;
  },
  join: skipRepeatedTrades,
};

/**
 * Skips purchases and sales of a cash account that repeat those of a securities account. The account has no number of
 * shares, or the opposite sign: what a securities account gains, it pays.
 */
function skipRepeatedTrades(rows: readonly ReadRow[]): void {
  const trades = rows.filter(({ values }) => values?.type === 'BUY' || values?.type === 'SELL');
  for (const equal of Map.groupBy(trades, tradeKey).values()) {
    const own = equal.filter((row) => !isOfAccount(row, equal));
    const repeated = equal.filter((row) => isOfAccount(row, equal)).slice(0, own.length);
    for (const row of repeated) skip(row, `This is the money of the trade in line ${own[0]?.line}`);
  }
}

function tradeKey({ values }: ReadRow): string {
  const { date, type, isin, symbol, name, amount = null } = values ?? {};
  return JSON.stringify([date, type, isin ?? symbol ?? name, absolute(amount)]);
}

function isOfAccount({ values }: ReadRow, equal: readonly ReadRow[]): boolean {
  if (!values || isZero(values.quantity)) return true;
  const hasBothSigns = new Set(equal.map((row) => isNegative(row.values?.amount ?? null))).size === 2;
  return hasBothSigns && isNegative(values.amount) === (values.type === 'BUY');
}
