import type { ComponentProps } from 'react';
import { TextOrFile } from '#components/ui/text-or-file.tsx';
import { maxAccountBytes, maxImportBytes } from '#lib/api/schemas.ts';

type ImportTextProps = Pick<
  ComponentProps<typeof TextOrFile>,
  'value' | 'onChange' | 'isDisabled' | 'inputRef'
>;

const isTooLarge = 'is larger than 32 MiB. Move the prices of own instruments by Download all (CSV)';

/** Why a file cannot be imported, whatever its name and its size say. */
function contentProblem(text: string): string | null {
  if (text.trim() === '') return 'is empty';
  if (text.includes('\0')) return 'is not a text file. Choose a text, CSV or JSON file';
  const isAccount = text.trimStart().startsWith('{');
  const { size } = new Blob([text]);
  if (size <= (isAccount ? maxAccountBytes : maxImportBytes)) return null;
  return isAccount ? isTooLarge : 'is larger than 2 MiB';
}

/** Reads a file to import. Rejects with why it cannot be imported. */
async function readFile(file: File): Promise<string> {
  if (file.size > maxAccountBytes) throw new Error(`${file.name} ${isTooLarge}`);
  const text = await file.text().catch((cause: unknown) => {
    throw new Error(`The browser could not read ${file.name}`, { cause });
  });
  const problem = contentProblem(text);
  if (problem) throw new Error(`${file.name} ${problem}`);
  return text;
}

/** The text to import: pasted, or from a file that is chosen or dropped. */
export function ImportText(props: ImportTextProps) {
  return (
    <TextOrFile
      label="Stocks to import"
      hint="Ticker symbols and ISINs in any separation, or a file: TradingView’s list, Yahoo’s portfolio, a CSV or account export of Stockbook. At most 500 stocks."
      placeholder="AAPL, US5949181045, XETR:SAP"
      fileLabel="File to import"
      accept=".txt,.csv,.json,text/plain,text/csv,application/json"
      read={readFile}
      {...props}
    />
  );
}
