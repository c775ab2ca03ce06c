import type { Stock } from '@stockbook/api/schemas';
import { Check, Copy, FileSpreadsheet, Image } from 'lucide-react';
import type { BarColumns } from '../../../../components/chart/bar-columns.ts';
import { useAlerts } from '../../../../components/feedback/alerts.tsx';
import { IconButton } from '../../../../components/ui/button.tsx';
import { useCopy } from '../../../../hooks/use-copy.ts';
import { saveFile } from '../../../../lib/save-file.ts';
import { barsAsText, exportName } from './export-bars.ts';

interface ChartExportProps {
  stock: Stock;
  /** Names the range in the file names. */
  range: string;
  bars: BarColumns;
  isAdjusted: boolean;
  /** While other bars are loading than those of `range` and `isAdjusted`. */
  isDisabled: boolean;
  /** Draws the chart with its caption; null while the chart is not shown. */
  picture: (() => HTMLCanvasElement | null) | null;
}

/** Exports the bars as CSV or to the clipboard, and the chart as a PNG. */
export function ChartExport({ stock, range, bars, isAdjusted, isDisabled, picture }: ChartExportProps) {
  const { symbol } = stock;
  const basis = { source: stock.data_source, isAdjusted };
  const { alert } = useAlerts();
  const [copying, copy] = useCopy();
  const hasCopied = copying === 'copied';

  async function copyBars() {
    if (!(await copy(barsAsText(bars, basis, '\t')))) {
      alert('The browser did not let the data be copied. Download it as CSV instead.');
    }
  }

  function saveText() {
    const text = barsAsText(bars, basis, ',');
    saveFile(exportName(symbol, range, basis, 'csv'), new Blob([text], { type: 'text/csv' }));
  }

  function savePicture() {
    picture?.()?.toBlob((file) => {
      if (file) saveFile(exportName(symbol, range, basis, 'png'), file);
    }, 'image/png');
  }

  return (
    <>
      <IconButton label="Download CSV" disabled={isDisabled} onClick={saveText}>
        <FileSpreadsheet aria-hidden="true" />
      </IconButton>
      <IconButton label="Download PNG" disabled={isDisabled || !picture} onClick={savePicture}>
        <Image aria-hidden="true" />
      </IconButton>
      <IconButton label={hasCopied ? 'Data copied' : 'Copy data'} disabled={isDisabled} onClick={copyBars}>
        {hasCopied ? <Check aria-hidden="true" /> : <Copy aria-hidden="true" />}
      </IconButton>
      <span role="status" className="sr-only">
        {hasCopied && 'Data copied'}
      </span>
    </>
  );
}
