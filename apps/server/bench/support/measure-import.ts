import { apiClient } from '@stockbook/testing';
import { symbolOf } from './bench-data.ts';
import { medianOf } from './median.ts';
import { stockCount } from './portfolio-data.ts';
import type { Stack } from './stack.ts';

const rowCount = 10_000;
const previews = 5;
const [maxPreviewMs, maxImportMs] = [3_000, 20_000];

const header = 'date,symbol,type,quantity,unitprice,currency,fee';

/** Purchases of known stocks, the same number on each of 1,000 days. */
function fileOfPurchases(): string {
  const rows = Array.from({ length: rowCount }, (_, row) => {
    const date = new Date(Date.UTC(2012, 0, 2 + (row % 1_000))).toISOString().slice(0, 10);
    return `${date},${symbolOf(row % stockCount)},BUY,${1 + (row % 90)}.5,50.25,EUR,1.5`;
  });
  return [header, ...rows].join('\n');
}

/** Measures the preview and the import of 10,000 rows of known stocks into an empty portfolio. */
export async function measureImport(stack: Stack, portfolioId: string, token: string): Promise<void> {
  const text = fileOfPurchases();
  const path = `/portfolios/${portfolioId}/import`;
  const client = apiClient(stack.server.url, token);
  const times: number[] = [];
  for (let round = 0; round < previews; round += 1) {
    const startedAt = performance.now();
    const { counts } = await client.call<{ counts: { new: number } }>('POST', path, { text });
    times.push(performance.now() - startedAt);
    if (counts.new !== rowCount) throw new Error(`The preview has ${counts.new} new rows`);
  }
  const startedAt = performance.now();
  await stack.runTask(token, path, { text, commit: true });
  const importMs = performance.now() - startedAt;
  process.stdout.write(
    `import of ${rowCount.toLocaleString('en-US')} rows: preview ${Math.round(medianOf(times))} ms (limit ${maxPreviewMs}), ` +
      `whole import ${Math.round(importMs)} ms (limit ${maxImportMs})\n`,
  );
}
