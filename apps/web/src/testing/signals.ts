import type { RulePreview, SignalEntry, SignalRule } from '@stockbook/api/schemas';

let lastId = 0;

function nextId(): string {
  lastId += 1;
  return `00000000-0000-4000-8000-${String(lastId).padStart(12, '0')}`;
}

/** A complete entry of the inbox, with overrides. */
export function signalEntry(facts: Partial<SignalEntry> = {}): SignalEntry {
  return {
    id: nextId(),
    kind: 'signal',
    rule_id: null,
    strategy_id: null,
    side: null,
    symbol: 'AAPL',
    bar_date: '2026-11-20',
    close: 187.4,
    currency: 'USD',
    values: [{ operand: 'rsi(14)', now: 31.2, before: 28.9 }],
    rules: [],
    sentence:
      'AAPL: RSI (14) crossed above 30 at the close of Nov 20, 2026 (31.2 after 28.9). Close $187.40.',
    data_source: 'yahoo',
    is_read: false,
    created_at: '2026-11-20T22:15:00.000Z',
    checked: 'close',
    price_time: null,
    delay_minutes: null,
    is_confirmed: null,
    correction: null,
    ...facts,
  };
}

/** A complete rule, with overrides. */
export function signalRule(facts: Partial<SignalRule> = {}): SignalRule {
  return {
    id: nextId(),
    name: 'RSI (14) crosses above 30',
    when: 'rsi(14) crosses above 30',
    sentence: 'RSI (14) crosses above 30',
    scope: 'watch_list',
    symbol: null,
    list_id: null,
    trigger: 'becomes_true',
    quiet_bars: 0,
    is_active: true,
    during_session: false,
    expires_on: null,
    created_at: '2026-11-01T08:00:00.000Z',
    updated_at: '2026-11-01T08:00:00.000Z',
    signal_count: 14,
    last_signal: '2026-11-03',
    problems: [],
    ...facts,
  };
}

/** A rule of one stock without signals, with overrides. */
export function stockRule(facts: Partial<SignalRule> = {}): SignalRule {
  return signalRule({ scope: 'stock', symbol: 'AAPL', signal_count: 0, last_signal: null, ...facts });
}

/** A preview that became true 14 times, with overrides. */
export function rulePreview(preview: Partial<RulePreview> = {}): RulePreview {
  return {
    when: 'rsi(14) crosses above 30',
    sentence: 'RSI (14) crosses above 30',
    dates: [{ date: '2026-11-03', close: 187.4, values: [] }],
    after: [
      { bars: 5, median_percent: 0.8, count: 14, all_median_percent: 0.4 },
      { bars: 20, median_percent: 2.1, count: 14, all_median_percent: 1.5 },
    ],
    total: 14,
    is_true_now: false,
    look_back: 14,
    since: '2016-01-04',
    problem: null,
    ...preview,
  };
}
