import { dayNumber } from '@stockbook/common/days';
import type { NeutralSecurity } from '../../form.ts';
import type { ReadLimits } from '../../limits.ts';
import { assertAtMost } from '../../move-in-error.ts';
import { PriceColumn } from '../price-column.ts';
import { optionalText } from '../texts.ts';
import type { Activity, AssetProfile, GhostfolioExport } from './export.ts';

/** Types of own instruments by the classes of assets. */
const types: Readonly<Record<string, string>> = {
  BOND: 'Bond',
  CRYPTOCURRENCY: 'Crypto',
  ETF: 'Fund',
  MUTUALFUND: 'Fund',
  PRECIOUS_METAL: 'Precious metal',
  STOCK: 'Stock',
};

/** The types of activities that name something as a symbol which is no security. */
const withoutSecurity = new Set(['FEE', 'INTEREST', 'LIABILITY']);

/** A coin as the program writes it: Yahoo has a hyphen before the currency. */
const coin = /^([A-Z0-9]{2,10})(USD)$/;

/** The key of the security of an activity; null without one. */
export function keyOf({ type, dataSource, symbol }: Activity): string | null {
  const isManual = (dataSource ?? 'MANUAL') === 'MANUAL';
  if (!symbol || (withoutSecurity.has(type) && isManual) || type === 'INTEREST') return null;
  return `${type === 'ITEM' ? 'MANUAL' : (dataSource ?? 'MANUAL')} ${symbol}`;
}

/** The securities of all activities, with the profiles and the prices that the file has of its own ones. */
export function securitiesOf(
  { activities, assetProfiles }: GhostfolioExport,
  limits: ReadLimits,
): NeutralSecurity[] {
  const profiles = new Map(
    (assetProfiles ?? []).map((profile) => [`${profile.dataSource ?? 'MANUAL'} ${profile.symbol}`, profile]),
  );
  const first = new Map<string, Activity>();
  for (const activity of activities) {
    const key = keyOf(activity);
    if (key !== null && !first.has(key)) first.set(key, activity);
  }
  assertAtMost(first.size, limits.securities, 'securities');
  let prices = 0;
  return [...first].map(([key, activity]) => {
    const profile = profiles.get(key);
    prices += profile?.marketData?.length ?? 0;
    assertAtMost(prices, limits.prices, 'prices');
    return securityOf(key, activity, profile);
  });
}

function securityOf(key: string, activity: Activity, profile: AssetProfile | undefined): NeutralSecurity {
  const source = activity.type === 'ITEM' ? 'MANUAL' : (activity.dataSource ?? 'MANUAL');
  const symbol = activity.symbol ?? '';
  const isYahoo = source === 'YAHOO';
  const name = optionalText(profile?.name) ?? optionalText(symbol) ?? '';
  return {
    key,
    name,
    isin: optionalText(profile?.isin)?.toUpperCase() ?? null,
    // The symbol of an own asset is a number or its name.
    ticker: isYahoo ? symbol.toUpperCase().replace(coin, '$1-$2') : source === 'MANUAL' ? null : symbol,
    wkn: null,
    // An activity may have another currency than the quotes.
    currency: optionalText(profile?.currency) ?? (isYahoo ? null : (activity.currency ?? null)),
    feed: source,
    isYahooTicker: isYahoo,
    type: types[profile?.assetSubClass ?? ''] ?? null,
    note: optionalText(profile?.comment),
    prices: pricesOf(profile),
    splits: [],
  };
}

function pricesOf(profile: AssetProfile | undefined): NeutralSecurity['prices'] {
  const column = new PriceColumn();
  for (const { date, marketPrice } of profile?.marketData ?? []) {
    const [day, price] = [dayNumber(date.slice(0, 10)), Number(marketPrice)];
    if (!Number.isNaN(day) && price > 0 && Number.isFinite(price)) column.add(day, price);
  }
  return column.finish();
}
