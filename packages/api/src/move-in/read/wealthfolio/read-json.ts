import { z } from 'zod';
import { doNotBelongTogether, unknownFile } from '../../move-in-error.ts';
import { decodeText, parseJson } from '../json.ts';
import type { WfAccount, WfActivity, WfAsset, WfBook } from './rows.ts';

const text = z.string().nullish();

const activity = z.object({
  id: text,
  accountId: z.string(),
  accountName: text,
  accountCurrency: text,
  assetId: text,
  assetSymbol: text,
  assetName: text,
  exchangeMic: text,
  assetPricingMode: text,
  activityType: z.string(),
  activityTypeOverride: text,
  subtype: text,
  status: text,
  date: text,
  activityDate: text,
  quantity: text,
  unitPrice: text,
  amount: text,
  fee: text,
  tax: text,
  currency: text,
  fxRate: text,
  comment: text,
  notes: text,
  sourceGroupId: text,
  metadata: z.unknown().optional(),
});
type JsonActivity = z.infer<typeof activity>;

const account = z.object({
  id: z.string(),
  name: z.string(),
  currency: text,
  accountType: z.string(),
  trackingMode: text,
});

/**
 * Reads the activities in JSON, and the accounts if they come beside them.
 * @throws MoveInError
 */
export function readJson(files: readonly Uint8Array[]): WfBook {
  const activities: JsonActivity[] = [];
  const accounts = new Map<string, WfAccount>();
  for (const bytes of files) {
    const value = parseJson(decodeText(bytes));
    const list = z.array(z.unknown()).safeParse(value).data;
    if (!list) throw unknownFile();
    const isActivities = z.array(activity).safeParse(list).data;
    const isAccounts = isActivities ? undefined : z.array(account).safeParse(list).data;
    if (!isActivities && !isAccounts) throw unknownFile();
    activities.push(...(isActivities ?? []));
    for (const { id, name, currency, trackingMode } of isAccounts ?? []) {
      accounts.set(id, { id, name, currency: currency ?? null, isSnapshots: trackingMode === 'HOLDINGS' });
    }
  }
  if (activities.length === 0 && accounts.size > 0) throw doNotBelongTogether();
  for (const { accountId: id, accountName, accountCurrency } of activities) {
    if (accounts.has(id)) continue;
    accounts.set(id, { id, name: accountName ?? '', currency: accountCurrency ?? null, isSnapshots: false });
  }
  const assets = new Map(
    activities.flatMap((each) => (assetOf(each) ? [[each.assetId ?? '', assetOf(each)] as const] : [])),
  );
  return {
    accounts: [...accounts.values()],
    activities: activities.map(activityOf),
    assets: [...assets.values()].flatMap((asset) => asset ?? []),
    quotes: [],
    taxonomies: [],
    categories: [],
    assignments: [],
  };
}

/** Before version 3, money was an asset, too: `$CASH-EUR`. */
const isMoney = (symbol: string) => symbol.startsWith('$CASH');

function assetOf({ assetId, assetSymbol, ...each }: JsonActivity): WfAsset | null {
  if (!assetId || !assetSymbol || isMoney(assetSymbol)) return null;
  const coin = /^CRYPTO:/i.test(assetId);
  return {
    id: assetId,
    name: each.assetName ?? assetSymbol,
    symbol: assetSymbol,
    mic: each.exchangeMic ?? null,
    currency: each.currency ?? null,
    isManual: each.assetPricingMode === 'MANUAL',
    type: coin ? 'CRYPTO' : '',
    metadata: null,
    notes: null,
  };
}

const activityOf = (each: JsonActivity): WfActivity => ({
  id: each.id ?? '',
  accountId: each.accountId,
  assetId: assetOf(each)?.id ?? null,
  type: each.activityTypeOverride || each.activityType,
  subtype: each.subtype ?? '',
  status: each.status ?? 'POSTED',
  date: each.date ?? each.activityDate ?? '',
  quantity: each.quantity ?? null,
  unitPrice: each.unitPrice ?? null,
  amount: each.amount ?? null,
  fee: each.fee ?? null,
  tax: each.tax ?? null,
  currency: each.currency ?? each.accountCurrency ?? '',
  fxRate: each.fxRate ?? null,
  notes: each.comment ?? each.notes ?? null,
  groupId: each.sourceGroupId ?? null,
  metadata: each.metadata ? JSON.stringify(each.metadata) : null,
});
