import { type EntityManager, type Stock, signalRuleRepository } from '@stockbook/db';
import type { Rule } from '@stockbook/rules';
import type { Services } from '../../context.ts';
import { AppError, fieldError } from '../../errors.ts';

/** Per user, of the rules. */
const maxSessionLevels = 50;

const closesOnly = 'This server shows closing prices only: it can only be checked at the close';

/** The fetches of quotes that levels can start from are after this time. */
export function presentSince({ presentMs }: Pick<Services['quotes'], 'presentMs'>, now: Date): Date {
  return new Date(now.getTime() - presentMs);
}

/** Why a level that is checked during the session is checked at the close only; null if it is not. */
export function sessionProblem(
  { isOn }: Pick<Services['quotes'], 'isOn'>,
  dataSource: Stock['dataSource'],
): string | null {
  if (dataSource === 'csv') return 'Not checked during the session: prices come from files';
  if (dataSource === 'own') return 'Own prices have no session';
  return isOn ? null : closesOnly;
}

interface Requested {
  readonly userId: string;
  /** The rule itself, if it is changed. */
  readonly ruleId?: string;
  readonly rule: Rule | null;
  /** Null for a rule over a list. */
  readonly stock: Pick<Stock, 'id' | 'symbol' | 'dataSource'> | null;
}

/**
 * Finds the level that a rule checks during the session. `tx` must have locked the user's row.
 * @throws AppError BAD_REQUEST if the rule is no level of one stock, or the user has too many; CONFLICT if the server
 *   has no prices of the stock during the session, or watches too many stocks
 */
export async function findSessionLevel(
  tx: EntityManager,
  settings: Pick<Services['quotes'], 'isOn' | 'maxSymbols'>,
  { userId, ruleId, rule, stock }: Requested,
): Promise<number> {
  if (stock === null || rule?.type !== 'touch' || rule.level.type !== 'number') {
    throw fieldError('during_session', 'Only a price level can be checked during the session');
  }
  if (stock.dataSource === 'csv') {
    throw new AppError(
      'CONFLICT',
      `Prices of ${stock.symbol} come from files: it can only be checked at the close`,
    );
  }
  if (stock.dataSource === 'own') throw new AppError('CONFLICT', 'Own prices have no session');
  if (!settings.isOn) throw new AppError('CONFLICT', closesOnly);
  const maxStocks = Math.floor(settings.maxSymbols / 2);
  const { ofUser, otherStocks } = await signalRuleRepository.countSessionLevels(tx, {
    userId,
    exceptId: ruleId ?? null,
    stockId: stock.id,
  });
  if (ofUser >= maxSessionLevels) {
    throw new AppError(
      'BAD_REQUEST',
      `You have ${maxSessionLevels} levels checked during the session, the maximum`,
    );
  }
  if (otherStocks >= maxStocks) {
    throw new AppError(
      'CONFLICT',
      `This server watches ${maxStocks.toLocaleString('en-US')} stocks during the session, its maximum`,
    );
  }
  return rule.level.value;
}
