import { z } from 'zod';
import { damagedAtLine, endsTooEarly, forbiddenContent, unknownFile } from '../../move-in-error.ts';

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

function decodeText(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw forbiddenContent();
  }
}

function parseJson(json: string): unknown {
  try {
    return JSON.parse(json, (_key, value: unknown, context?: { readonly source?: string }) =>
      typeof value === 'number' ? (context?.source ?? String(value)) : value,
    );
  } catch (error) {
    // The stack ends within structures that no export has.
    if (error instanceof RangeError) throw forbiddenContent();
    const message = error instanceof Error ? error.message : '';
    if (/end of JSON|Unterminated/.test(message)) throw endsTooEarly();
    throw damagedAtLine(lineOfError(json, message));
  }
}

/** The line of an error that names a line, a position, or the text around it. */
function lineOfError(json: string, message: string): number {
  const [, line, position] = /line (\d+)|position (\d+)/.exec(message) ?? [];
  if (line !== undefined) return Number(line);
  const [, around = ''] = /, (?:\.\.\.)?"([\s\S]*)"(?:\.\.\.)? is not valid JSON$/.exec(message) ?? [];
  const index = position === undefined ? json.indexOf(around) : Number(position);
  return json.slice(0, Math.max(0, index)).split('\n').length;
}
