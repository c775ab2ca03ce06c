/** Words for the names that TA-Lib gives to parameters. */
const words: Readonly<Record<string, string>> = {
  timeperiod: 'Period',
  timeperiod1: 'First period',
  timeperiod2: 'Second period',
  timeperiod3: 'Third period',
  fastperiod: 'Fast period',
  slowperiod: 'Slow period',
  signalperiod: 'Signal period',
  fastk_period: '%K period',
  slowk_period: '%K smoothing',
  fastd_period: '%D period',
  slowd_period: '%D smoothing',
  nbdevup: 'Bands up',
  nbdevdn: 'Bands down',
  nbdev: 'Deviations',
  matype: 'Kind of average',
  maximum: 'Largest step',
  acceleration: 'Step',
  alpha: 'Weight',
};

/** The word for a parameter, such as `Period`; its own name if there is none. */
export function parameterWord(name: string): string {
  return words[name] ?? name;
}
