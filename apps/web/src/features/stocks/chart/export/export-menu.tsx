import type { Stock } from '@stockbook/api/schemas';
import { Check, Copy, FileSpreadsheet, Image } from 'lucide-react';
import type { ReactElement } from 'react';
import type { BarColumns } from '#components/chart/bar-columns.ts';
import { drawChartPicture, type PictureContent } from '#components/chart/chart-picture.ts';
import { useAlerts } from '#components/feedback/alerts.tsx';
import { MenuItem, MenuPopup } from '#components/ui/overlay/menu-popup.tsx';
import { useCopy } from '#hooks/use-copy.ts';
import { saveFile } from '#lib/save-file.ts';
import { barsAsText, exportName } from './export-bars.ts';

export interface ExportMenuProps {
  /** The button that opens the menu. */
  trigger: ReactElement;
  stock: Stock;
  /** Names the range in the file names. */
  range: string;
  bars: BarColumns;
  isAdjusted: boolean;
  /** The chart with its caption; null while the chart is not shown. */
  picture: (() => PictureContent | null) | null;
}

/** The menu of `ChartExport`. */
export function ExportMenu({ trigger, stock, range, bars, isAdjusted, picture }: ExportMenuProps) {
  const basis = { source: stock.data_source, isAdjusted };

  function saveText() {
    const text = barsAsText(bars, basis, ',');
    saveFile(exportName(stock.symbol, range, basis, 'csv'), new Blob([text], { type: 'text/csv' }));
  }

  function savePicture() {
    const content = picture?.();
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
      <MenuItem disabled={!picture} onClick={savePicture}>
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
