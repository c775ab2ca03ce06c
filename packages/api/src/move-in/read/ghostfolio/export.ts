import { z } from 'zod';
import { unknownFile } from '../../move-in-error.ts';
import { decodeText, parseJson } from '../json.ts';

const text = z.string().nullish();
/** Numbers are their texts in the file. */
const number = z.string().nullish();

const activity = z.object({
  id: text,
  accountId: text,
  type: z.string(),
  date: z.string(),
  quantity: number,
  unitPrice: number,
  fee: number,
  currency: text,
  dataSource: text,
  symbol: text,
  comment: text,
  tags: z.array(z.unknown()).nullish(),
});
export type Activity = z.infer<typeof activity>;

const account = z.object({
  id: z.string(),
  name: text,
  currency: text,
  comment: text,
  platformId: text,
  balance: number,
  balances: z.array(z.object({ date: z.string(), value: number })).nullish(),
});
export type ExportedAccount = z.infer<typeof account>;

const assetProfile = z.object({
  dataSource: text,
  symbol: z.string(),
  name: text,
  currency: text,
  isin: text,
  assetSubClass: text,
  comment: text,
  marketData: z.array(z.object({ date: z.string(), marketPrice: number })).nullish(),
});
export type AssetProfile = z.infer<typeof assetProfile>;

const named = z.object({ id: z.string(), name: text });

const exported = z.object({
  meta: z.object({ date: text, version: text }),
  activities: z.array(activity),
  accounts: z.array(account).nullish(),
  platforms: z.array(named).nullish(),
  tags: z.array(named).nullish(),
  assetProfiles: z.array(assetProfile).nullish(),
  user: z.object({ settings: z.object({ currency: text }).nullish() }).nullish(),
});
export type GhostfolioExport = z.infer<typeof exported>;

/**
 * Reads the text of an export. Numbers become their texts: a double would lose digits.
 * @throws MoveInError
 */
export function parseExport(bytes: Uint8Array): GhostfolioExport {
  const value = parseJson(decodeText(bytes));
  const { data } = exported.safeParse(value);
  if (!data) throw unknownFile();
  return data;
}
