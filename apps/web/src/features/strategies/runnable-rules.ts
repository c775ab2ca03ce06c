import type { StockList } from '@stockbook/api/schemas';

export type StrategyScope =
  | { readonly watch_list: true }
  | { readonly favorites: true }
  | { readonly list_id: string }
  | { readonly symbols: readonly string[] };

/** The rules of a strategy that can be run. Other fields are kept. */
export interface RunnableRules {
  readonly format: 'stockbook/1';
  readonly entry: string;
  readonly exit: string | null;
  readonly stop_loss_percent: number | null;
  readonly take_profit_percent: number | null;
  readonly max_bars: number | null;
  readonly scope: StrategyScope;
}

type Rules = Readonly<Record<string, unknown>>;

function numberOrNull(value: unknown): number | null {
  return typeof value === 'number' ? value : null;
}

function readScope(value: unknown): StrategyScope {
  if (typeof value !== 'object' || value === null) return { watch_list: true };
  if ('favorites' in value && value.favorites === true) return { favorites: true };
  if ('list_id' in value && typeof value.list_id === 'string') return { list_id: value.list_id };
  if ('symbols' in value && Array.isArray(value.symbols)) {
    return { symbols: value.symbols.filter((symbol) => typeof symbol === 'string') };
  }
  return { watch_list: true };
}

/** The rules of this version's format; null for all others, which the server keeps and does not run. */
export function readRunnableRules(rules: Rules): RunnableRules | null {
  if (rules.format !== 'stockbook/1' || typeof rules.entry !== 'string') return null;
  return {
    format: 'stockbook/1',
    entry: rules.entry,
    exit: typeof rules.exit === 'string' ? rules.exit : null,
    stop_loss_percent: numberOrNull(rules.stop_loss_percent),
    take_profit_percent: numberOrNull(rules.take_profit_percent),
    max_bars: numberOrNull(rules.max_bars),
    scope: readScope(rules.scope),
  };
}

/** Whether the rules have a format that a later version of the program understands. */
export function isNewerFormat({ format }: Rules): boolean {
  const version = typeof format === 'string' ? /^stockbook\/(\d+)$/.exec(format)?.[1] : undefined;
  return version !== undefined && Number(version) > 1;
}

/** @param lists undefined until they are loaded */
export function describeScope(scope: StrategyScope, lists?: readonly StockList[]): string {
  if ('list_id' in scope) {
    return lists ? (lists.find(({ id }) => id === scope.list_id)?.name ?? 'A deleted list') : 'A list';
  }
  if ('favorites' in scope) return 'Favorites';
  if ('symbols' in scope) return scope.symbols.join(', ');
  return 'Whole watch list';
}

/** The exits besides the exit rule, in words. */
export function describeLimits(rules: RunnableRules): string[] {
  const { stop_loss_percent: stop, take_profit_percent: profit, max_bars: bars } = rules;
  return [
    ...(stop === null ? [] : [`stop-loss ${stop}%`]),
    ...(profit === null ? [] : [`take-profit ${profit}%`]),
    ...(bars === null ? [] : [bars === 1 ? 'after 1 bar' : `after ${bars} bars`]),
  ];
}
