import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { ProviderState } from '../../entities/stocks.ts';

export interface CoolDown {
  readonly until: Date;
  readonly seconds: number;
  readonly reason: string;
}

/** A provider's last cool-down, even if it has ended. */
export async function readCoolDown(em: EntityManager, provider: string): Promise<CoolDown | null> {
  const state = await em.findOne(ProviderState, { provider });
  if (!state || state.coolDownUntil === null || state.coolDownS === null || state.coolDownReason === null)
    return null;
  return { until: state.coolDownUntil, seconds: state.coolDownS, reason: state.coolDownReason };
}

/** Stores a cool-down for all processes, unless the stored one ends later. */
export async function writeCoolDown(em: EntityManager, provider: string, coolDown: CoolDown): Promise<void> {
  await sql`
    insert into provider_state as state (provider, cool_down_until, cool_down_s, cool_down_reason)
    values (${provider}, ${coolDown.until}, ${Math.round(coolDown.seconds)}, ${coolDown.reason})
    on conflict (provider) do update set
      cool_down_until = excluded.cool_down_until, cool_down_s = excluded.cool_down_s,
      cool_down_reason = excluded.cool_down_reason
    where state.cool_down_until is null or state.cool_down_until < excluded.cool_down_until
  `.execute(em.getKysely());
}

export type ProviderStatus = Pick<ProviderState, 'status' | 'statusUntil'>;

/** Stores a provider's health. */
export async function writeStatus(
  em: EntityManager,
  provider: string,
  status: ProviderStatus,
): Promise<void> {
  await em.upsert(
    ProviderState,
    { provider, ...status },
    { onConflictMergeFields: ['status', 'statusUntil'] },
  );
}

/** The health of providers according to all processes; a provider that was never called is missing. */
export function listStatuses(em: EntityManager, providers: readonly string[]): Promise<ProviderStatus[]> {
  return em.find(ProviderState, { provider: { $in: [...providers] } });
}

/**
 * Counts calls in a time window, unless there would be more than `maximum`.
 * @returns whether they were counted
 */
export async function takeCalls(
  em: EntityManager,
  provider: string,
  { calls, windowStart, maximum }: { calls: number; windowStart: Date; maximum: number },
): Promise<boolean> {
  if (calls > maximum) return false;
  const { rows } = await sql`
    insert into provider_state as state (provider, window_start, window_calls)
    values (${provider}, ${windowStart}, ${calls})
    on conflict (provider) do update set
      window_start = excluded.window_start,
      window_calls = case when state.window_start = excluded.window_start then state.window_calls else 0 end
        + excluded.window_calls
    where state.window_start is distinct from excluded.window_start
      or state.window_calls + excluded.window_calls <= ${maximum}
    returning provider
  `.execute(em.getKysely());
  return rows.length > 0;
}
