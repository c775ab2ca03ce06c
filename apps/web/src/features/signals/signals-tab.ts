const signalsTabs = ['signals', 'rules', 'delivery'] as const;
export type SignalsTab = (typeof signalsTabs)[number];
export const defaultSignalsTab: SignalsTab = 'signals';

export function isSignalsTab(value: unknown): value is SignalsTab {
  return signalsTabs.some((tab) => tab === value);
}
