import type { Bar } from '@stockbook/api/schemas';
import { Check, Copy, FileSpreadsheet, Image } from 'lucide-react';
import { useAlerts } from '../../components/ui/alerts.tsx';
import { IconButton } from '../../components/ui/button.tsx';
import { saveFile } from '../../lib/save-file.ts';
import { useCopy } from '../../lib/use-copy.ts';
import type { ChartRange } from './chart-range.ts';
import { barsAsText, exportName } from './export-bars.ts';

interface ChartExportProps {
  symbol: string;
  range: ChartRange;
  bars: readonly Bar[];
  /** Draws the chart as a picture; null while no chart is on the page. */
  screenshot: (() => HTMLCanvasElement | null) | null;
}

/** The bars on the page as a file, the chart as a picture. */
export function ChartExport({ symbol, range, bars, screenshot }: ChartExportProps) {
  const { alert } = useAlerts();
  const [copying, copy] = useCopy();
  const hasCopied = copying === 'copied';

  async function copyBars() {
    if (!(await copy(barsAsText(bars, '\t')))) {
      alert('The browser did not let the data be copied. Download it as CSV instead.');
    }
  }

  function saveText() {
    saveFile(exportName(symbol, range, 'csv'), new Blob([barsAsText(bars, ',')], { type: 'text/csv' }));
  }

  function savePicture() {
    screenshot?.()?.toBlob((picture) => {
      if (picture) saveFile(exportName(symbol, range, 'png'), picture);
    }, 'image/png');
  }

  return (
    <>
      <IconButton label="Download CSV" onClick={saveText}>
        <FileSpreadsheet aria-hidden="true" />
      </IconButton>
      <IconButton label="Download PNG" disabled={!screenshot} onClick={savePicture}>
        <Image aria-hidden="true" />
      </IconButton>
      <IconButton label={hasCopied ? 'Data copied' : 'Copy data'} onClick={copyBars}>
        {hasCopied ? <Check aria-hidden="true" /> : <Copy aria-hidden="true" />}
      </IconButton>
      <span role="status" className="sr-only">
        {hasCopied && 'Data copied'}
      </span>
    </>
  );
}
