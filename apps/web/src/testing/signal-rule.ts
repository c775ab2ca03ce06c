import type { RulePreview, SignalRule } from '@stockbook/api/schemas';

/** A complete signal rule, with overrides. */
export function signalRule(rule: Partial<SignalRule> = {}): SignalRule {
  return {
    id: '0b6a4f0e-5b7e-4a53-9f5e-2f3c7f0f4c11',
    name: 'RSI (14) crosses above 30',
    when: 'rsi(14) crosses above 30',
    sentence: 'RSI (14) crosses above 30',
    scope: 'stock',
    symbol: 'AAPL',
    trigger: 'becomes_true',
    quiet_bars: 0,
    is_active: true,
    created_at: '2026-11-01T08:00:00.000Z',
    updated_at: '2026-11-01T08:00:00.000Z',
    signal_count: 0,
    last_signal: null,
    problems: [],
    ...rule,
  };
}

/** A preview that became true 14 times, with overrides. */
export function rulePreview(preview: Partial<RulePreview> = {}): RulePreview {
  return {
    when: 'rsi(14) crosses above 30',
    sentence: 'RSI (14) crosses above 30',
    dates: [{ date: '2026-11-03', close: 187.4, values: [] }],
    total: 14,
    is_true_now: false,
    look_back: 14,
    since: '2016-01-04',
    problem: null,
    ...preview,
  };
}
