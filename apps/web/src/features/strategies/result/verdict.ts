import { formatCount } from '#lib/format/numbers.ts';

/** The figures that a verdict compares, in percent; drawdowns are 0 or negative, and null if not known. */
export interface VerdictFigures {
  readonly return_percent: number | null;
  readonly buy_and_hold_return_percent: number | null;
  readonly exposure_time_percent: number | null;
  readonly max_drawdown_percent: number | null;
  readonly buyAndHoldDrawdown: number | null;
  /** How many stocks the figures are the medians of. */
  readonly stocks: number;
}

export interface Verdict {
  readonly sentence: string;
  readonly tone: 'ahead' | 'level' | 'behind';
}

/** Returns that differ by less round to the same number. */
const levelPoints = 0.05;

/** Shares of another drawdown in words. */
const shares = [
  [1 / 10, 'a tenth of'],
  [1 / 5, 'a fifth of'],
  [1 / 4, 'a quarter of'],
  [1 / 3, 'a third of'],
  [1 / 2, 'half of'],
  [2 / 3, 'two thirds of'],
  [3 / 4, 'three quarters of'],
] as const;

const oneDecimal = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 });

function pointsText(points: number): string {
  if (points >= 10) return `${formatCount(Math.round(points))} points`;
  const text = oneDecimal.format(points);
  return `${text} ${text === '1' ? 'point' : 'points'}`;
}

function drawdownText(own: number, other: number): string | null {
  if (other === 0) return null;
  const ratio = own / other;
  if (ratio > 1.1) return `${oneDecimal.format(ratio)} times its worst drawdown`;
  if (ratio > 0.87) return 'about the same worst drawdown';
  if (ratio < 0.08) return 'hardly any of its worst drawdown';
  const [, words] = shares.reduce((best, share) =>
    Math.abs(Math.log(share[0] / ratio)) < Math.abs(Math.log(best[0] / ratio)) ? share : best,
  );
  return `${words} its worst drawdown`;
}

/** The first line of a result: how it did beside buy-and-hold. Null if one of the returns has no value. */
export function verdictOf(figures: VerdictFigures): Verdict | null {
  const {
    return_percent: own,
    buy_and_hold_return_percent: other,
    exposure_time_percent: exposure,
  } = figures;
  if (own === null || other === null) return null;
  const points = own - other;
  const tone = Math.abs(points) < levelPoints ? 'level' : points > 0 ? 'ahead' : 'behind';
  const start =
    tone === 'level'
      ? 'Level with buy-and-hold'
      : `${tone === 'ahead' ? 'Ahead of' : 'Behind'} buy-and-hold by ${pointsText(Math.abs(points))}`;
  const { max_drawdown_percent: drawdown, buyAndHoldDrawdown, stocks } = figures;
  const subject = stocks > 1 ? ` in the median of ${formatCount(stocks)} stocks` : '';
  const conditions = [
    exposure !== null && `${Math.round(exposure)} % of the time in the market`,
    drawdown !== null && buyAndHoldDrawdown !== null && drawdownText(drawdown, buyAndHoldDrawdown),
  ].filter(Boolean);
  const rest = conditions.length > 0 ? `, with ${conditions.join(' and ')}` : '';
  return { sentence: `${start}${subject}${rest}.`, tone };
}
