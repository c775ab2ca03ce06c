import { type ChartColors, fade } from './chart-colors.ts';
import { chartFont } from './chart-options.ts';

/** The texts in an exported picture, which is shared without the page around it. */
export interface PictureCaption {
  readonly title: string;
  readonly subtitle: string;
  /** Range, interval and chart type. */
  readonly details: string;
  readonly lines: readonly { readonly name: string; readonly color: string }[];
  readonly source: string;
  /** Marks prices that are not real: `short` for the watermark, `sentence` for the banner; null for real prices. */
  readonly warning: { readonly short: string; readonly sentence: string } | null;
}

// Lengths in CSS pixels.
const padding = 16;
const lineHeight = 18;
const swatchWidth = 14;
const gap = 6;
const lineGap = 16;

function font(size: number, weight = 400): string {
  return `${weight} ${size}px ${chartFont}`;
}

/** Wraps text into lines of at most `width` CSS pixels. A single longer word is not broken. */
function wrap(context: CanvasRenderingContext2D, text: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const longer = line ? `${line} ${word}` : word;
    if (line && context.measureText(longer).width > width) {
      lines.push(line);
      line = word;
    } else {
      line = longer;
    }
  }
  return [...lines, line];
}

/** Writes from top to bottom; only measures if `isDrawn` is false. `y` is the top of the next line. */
class Column {
  y = padding;
  readonly #context: CanvasRenderingContext2D;
  readonly #width: number;
  readonly #isDrawn: boolean;

  constructor(context: CanvasRenderingContext2D, width: number, isDrawn: boolean) {
    this.#context = context;
    this.#width = width;
    this.#isDrawn = isDrawn;
    context.textBaseline = 'top';
  }

  write(text: string, color: string, textFont: string, height = lineHeight): void {
    this.#context.font = textFont;
    for (const line of wrap(this.#context, text, this.#width - 2 * padding)) {
      this.#context.fillStyle = color;
      if (this.#isDrawn) this.#context.fillText(line, padding, this.y);
      this.y += height;
    }
  }

  writeLines(lines: PictureCaption['lines'], color: string): void {
    const context = this.#context;
    if (lines.length === 0) return;
    context.font = font(12);
    let x = padding;
    for (const line of lines) {
      const width = swatchWidth + gap + context.measureText(line.name).width;
      if (x > padding && x + width > this.#width - padding) {
        x = padding;
        this.y += lineHeight;
      }
      if (this.#isDrawn) {
        context.fillStyle = line.color;
        context.fillRect(x, this.y + 6, swatchWidth, 2);
        context.fillStyle = color;
        context.fillText(line.name, x + swatchWidth + gap, this.y);
      }
      x += width + lineGap;
    }
    this.y += lineHeight;
  }

  writeBanner(sentence: string, colors: ChartColors): void {
    const context = this.#context;
    context.font = font(12, 600);
    const lines = wrap(context, sentence, this.#width - 4 * padding);
    const height = lines.length * lineHeight + 2 * gap;
    this.y += gap;
    if (this.#isDrawn) {
      context.fillStyle = colors.warnSoft;
      context.fillRect(padding, this.y, this.#width - 2 * padding, height);
      context.fillStyle = colors.warn;
      for (const [index, line] of lines.entries()) {
        context.fillText(line, 2 * padding, this.y + gap + 2 + index * lineHeight);
      }
    }
    this.y += height;
  }
}

function writeHeader(column: Column, caption: PictureCaption, colors: ChartColors): void {
  column.write(caption.title, colors.ink, font(18, 600), 24);
  column.write(caption.subtitle, colors.muted, font(12));
  column.write(caption.details, colors.ink, font(12));
  column.writeLines(caption.lines, colors.ink);
  if (caption.warning) column.writeBanner(caption.warning.sentence, colors);
  column.y += gap;
}

/** Draws the text diagonally across the chart, so that cropping cannot remove it. */
function writeWatermark(
  context: CanvasRenderingContext2D,
  text: string,
  { width, height, y }: { width: number; height: number; y: number },
  color: string,
): void {
  context.save();
  context.translate(width / 2, y + height / 3);
  context.rotate(-Math.PI / 10);
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  context.font = font(Math.min(72, width / 9), 700);
  context.fillStyle = fade(color, 0.35);
  context.fillText(text, 0, 0);
  context.restore();
}

export interface PictureContent {
  /** The drawn chart in device pixels. */
  readonly chart: HTMLCanvasElement;
  /** In CSS pixels. */
  readonly width: number;
  readonly caption: PictureCaption;
  readonly colors: ChartColors;
}

export function drawChartPicture({ chart, width, caption, colors }: PictureContent): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d');
  if (!context) throw new Error('The browser has no canvas to draw the picture on.');
  const scale = chart.width / width;
  const chartHeight = chart.height / scale;
  const pictureWidth = width + 2 * padding;

  const measured = new Column(context, pictureWidth, false);
  writeHeader(measured, caption, colors);
  const chartTop = measured.y;
  measured.y += chartHeight + gap;
  measured.write(caption.source, colors.muted, font(11));

  canvas.width = Math.round(pictureWidth * scale);
  canvas.height = Math.round((measured.y + padding - gap) * scale);
  context.scale(scale, scale);
  context.fillStyle = colors.surface;
  context.fillRect(0, 0, canvas.width, canvas.height);

  const column = new Column(context, pictureWidth, true);
  writeHeader(column, caption, colors);
  context.drawImage(chart, padding, chartTop, width, chartHeight);
  if (caption.warning) {
    const area = { width: pictureWidth, height: chartHeight, y: chartTop };
    writeWatermark(context, caption.warning.short, area, colors.warn);
  }
  column.y = chartTop + chartHeight + gap;
  column.write(caption.source, colors.muted, font(11));
  return canvas;
}
