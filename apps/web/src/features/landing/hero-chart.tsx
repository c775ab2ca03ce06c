/** Open, high, low and close of a fictitious stock, in its price units. */
const candles = [
  [62, 70, 55, 58],
  [58, 64, 50, 61],
  [61, 76, 58, 73],
  [73, 79, 66, 68],
  [68, 72, 59, 63],
  [63, 74, 61, 72],
  [72, 88, 70, 85],
  [85, 93, 80, 82],
  [82, 87, 74, 78],
  [78, 95, 76, 93],
  [93, 104, 89, 101],
  [101, 108, 95, 97],
  [97, 103, 90, 94],
  [94, 112, 92, 110],
  [110, 121, 106, 118],
  [118, 124, 111, 114],
  [114, 119, 105, 108],
  [108, 126, 107, 124],
  [124, 138, 121, 135],
  [135, 143, 130, 139],
] as const;

const step = 22;

/** The y coordinate of a price; prices from 45 to 145 fill the upper part of the drawing. */
function priceY(price: number): number {
  return 165 - (price - 45) * 1.6;
}

/** The path of the 5-period simple moving average, from the fifth candle on. */
function averagePath(): string {
  const closes = candles.map(([, , , close]) => close);
  return closes
    .slice(4)
    .map((_, index) => {
      const mean = closes.slice(index, index + 5).reduce((sum, close) => sum + close, 0) / 5;
      return `${index === 0 ? 'M' : 'L'}${(index + 4.5) * step} ${priceY(mean)}`;
    })
    .join('');
}

/** A decorative chart of a fictitious stock. */
export function HeroChart() {
  return (
    <div aria-hidden="true" className="rounded-lg border border-line bg-surface p-5 shadow-raised">
      <div className="mb-4 flex items-baseline gap-3">
        <span className="font-semibold">SMPL</span>
        <span className="text-sm text-muted">Sample Corporation</span>
        <span className="numeric ml-auto font-semibold">$139.00</span>
        <span className="numeric text-sm text-up">+2.96%</span>
      </div>
      <svg aria-hidden="true" viewBox={`0 0 ${candles.length * step} 220`} className="w-full">
        <g className="stroke-line" strokeWidth="1">
          {[5, 45, 85, 125, 165].map((y) => (
            <path key={y} d={`M0 ${y}H${candles.length * step}`} />
          ))}
        </g>
        {candles.map(([open, high, low, close], index) => {
          const x = (index + 0.5) * step;
          const color = close >= open ? 'fill-up stroke-up' : 'fill-down stroke-down';
          return (
            <g key={x} className={color}>
              <path d={`M${x} ${priceY(high)}V${priceY(low)}`} strokeWidth="1.5" />
              <rect
                x={x - 5.5}
                y={priceY(Math.max(open, close))}
                width="11"
                height={priceY(Math.min(open, close)) - priceY(Math.max(open, close))}
                rx="1"
                stroke="none"
              />
              <rect
                x={x - 5.5}
                y={220 - (high - low) * 1.5}
                width="11"
                height={(high - low) * 1.5}
                stroke="none"
                opacity=".5"
              />
            </g>
          );
        })}
        <path
          d={averagePath()}
          fill="none"
          className="stroke-accent"
          strokeWidth="2"
          strokeLinejoin="round"
        />
      </svg>
    </div>
  );
}
