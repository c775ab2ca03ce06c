/** The customary reference levels of oscillators, by function; other functions have none. */
const levels: Record<string, readonly number[]> = {
  RSI: [30, 70],
  STOCH: [20, 80],
  STOCHF: [20, 80],
  STOCHRSI: [20, 80],
  MFI: [20, 80],
  ULTOSC: [30, 70],
  WILLR: [-80, -20],
  CCI: [-100, 100],
  CMO: [-50, 50],
  ADX: [25],
  ADXR: [25],
  AROON: [30, 70],
  AROONOSC: [0],
  MACD: [0],
  MACDEXT: [0],
  MACDFIX: [0],
  APO: [0],
  PPO: [0],
  MOM: [0],
  ROC: [0],
  ROCP: [0],
  TRIX: [0],
  BOP: [0],
};

export function guideLevels(indicatorFunction: string): readonly number[] {
  return levels[indicatorFunction] ?? [];
}
