import type { Stock } from '@stockbook/api/schemas';
import { Check, Copy, FileSpreadsheet, Image } from 'lucide-react';
import type { ReactElement } from 'react';
import { type BarColumns, dateAt } from '#components/chart/bar-columns.ts';
import { drawChartPicture } from '#components/chart/chart-picture.ts';
import type { PriceChartHandle } from '#components/chart/price-chart.tsx';
import type { VisibleBars } from '#components/chart/viewport.ts';
import { useAlerts } from '#components/feedback/alerts.tsx';
import { MenuItem, MenuPopup } from '#components/ui/overlay/menu-popup.tsx';
import { useCopy } from '#hooks/use-copy.ts';
import type { DataSource } from '#lib/data-source.ts';
import { saveFile } from '#lib/save-file.ts';
import { type CaptionFacts, pictureCaption } from './picture-caption.ts';

const columns = ['open', 'high', 'low', 'close', 'volume'] as const;

/** The source of prices, and their adjustment besides that for splits. */
export interface PriceBasis {
  readonly source: DataSource;
  /** Whether the prices are adjusted for dividends. */
  readonly isAdjusted: boolean;
}

/**
 * The bars as delimited text: a header line, then one line per bar, with CRLF. The basis of the prices is in columns,
 * because many CSV readers do not support comment lines.
 */
export function barsAsText(
  bars: BarColumns,
  { source, isAdjusted }: PriceBasis,
  separator: ',' | '\t',
): string {
  const basis = [source ?? '', isAdjusted ? 'splits and dividends' : 'splits'];
  const lines = bars.time.map((_, index) =>
    [dateAt(bars, index), ...columns.map((column) => bars[column][index]), ...basis].join(separator),
  );
  return `${[['date', ...columns, 'data_source', 'adjusted_for'].join(separator), ...lines].join('\r\n')}\r\n`;
}

/**
 * A file name for a symbol, which may contain `^`, `=` or dots: `EURUSD=X` becomes `EURUSD-X-1Y.csv`. The name marks
 * simulated data and prices adjusted for dividends.
 */
export function exportName(
  symbol: string,
  range: string,
  { source, isAdjusted }: PriceBasis,
  extension: 'csv' | 'png',
): string {
  const safe = symbol.replaceAll(/[^A-Z0-9]+/g, '-').replaceAll(/^-|-$/g, '');
  const marks = `${isAdjusted ? '-adjusted' : ''}${source === 'simulated' ? '-simulated' : ''}`;
  return `${safe}-${range}${marks}.${extension}`;
}

export interface ExportMenuProps {
  trigger: ReactElement;
  stock: Stock;
  /** Names the range in the file names. */
  range: string;
  bars: BarColumns;
  isAdjusted: boolean;
  /** Null while the chart is not shown. */
  chart: PriceChartHandle | null;
  captionFacts: (visible: VisibleBars) => CaptionFacts;
}

export function ExportMenu({
  trigger,
  stock,
  range,
  bars,
  isAdjusted,
  chart,
  captionFacts,
}: ExportMenuProps) {
  const basis = { source: stock.data_source, isAdjusted };

  function saveText() {
    const text = barsAsText(bars, basis, ',');
    saveFile(exportName(stock.symbol, range, basis, 'csv'), new Blob([text], { type: 'text/csv' }));
  }

  function savePicture() {
    const content = chart?.picture((visible) => pictureCaption(captionFacts(visible)));
    if (!content) return;
    drawChartPicture(content).toBlob((file) => {
      if (file) saveFile(exportName(stock.symbol, range, basis, 'png'), file);
    }, 'image/png');
  }

  return (
    <MenuPopup trigger={trigger}>
      <MenuItem onClick={saveText}>
        <FileSpreadsheet aria-hidden="true" /> Download CSV
      </MenuItem>
      <MenuItem disabled={!chart} onClick={savePicture}>
        <Image aria-hidden="true" /> Download PNG
      </MenuItem>
      <CopyItem text={() => barsAsText(bars, basis, '\t')} />
    </MenuPopup>
  );
}

/** The menu stays open and shows that the data is copied. */
function CopyItem({ text }: { text: () => string }) {
  const { alert } = useAlerts();
  const [copying, copy] = useCopy();
  const hasCopied = copying === 'copied';

  async function copyText() {
    if (!(await copy(text()))) {
      alert('The browser did not let the data be copied. Download it as CSV instead.');
    }
  }

  return (
    <MenuItem closeOnClick={false} onClick={copyText}>
      {hasCopied ? <Check aria-hidden="true" /> : <Copy aria-hidden="true" />}
      <span aria-live="polite">{hasCopied ? 'Data copied' : 'Copy data'}</span>
    </MenuItem>
  );
}
