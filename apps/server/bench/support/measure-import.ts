import { apiClient } from '@stockbook/testing';
import { symbolOf } from './bench-data.ts';
import { readMaxDelayMs } from './event-loop-delay.ts';
import { medianOf } from './median.ts';
import { stockCount } from './portfolio-data.ts';
import type { Stack } from './stack.ts';

const rowCount = 10_000;
const previews = 5;
const [maxPreviewMs, maxImportMs] = [3_000, 20_000];
/** At a time. */
const maxDelayMs = 50;

const header = 'date,symbol,type,quantity,unitprice,currency,fee';

/** Purchases of known stocks, the same number on each of 1,000 days. */
function fileOfPurchases(): string {
  const rows = Array.from({ length: rowCount }, (_, row) => {
    const date = new Date(Date.UTC(2012, 0, 2 + (row % 1_000))).toISOString().slice(0, 10);
    return `${date},${symbolOf(row % stockCount)},BUY,${1 + (row % 90)}.5,50.25,EUR,1.5`;
  });
  return [header, ...rows].join('\n');
}

/**
 * Measures the preview and the import of 10,000 rows of known stocks into an empty portfolio, taking the import back,
 * and for how long each holds the event loop of the server at a time.
 */
export async function measureImport(stack: Stack, portfolioId: string, token: string): Promise<void> {
  const text = fileOfPurchases();
  const path = `/portfolios/${portfolioId}/import`;
  const client = apiClient(stack.server.url, token);
  const times: number[] = [];
  await readMaxDelayMs(stack);
  for (let round = 0; round < previews; round += 1) {
    const startedAt = performance.now();
    const { counts } = await client.call<{ counts: { new: number } }>('POST', path, { text });
    times.push(performance.now() - startedAt);
    if (counts.new !== rowCount) throw new Error(`The preview has ${counts.new} new rows`);
  }
  const previewDelayMs = await readMaxDelayMs(stack);
  const startedAt = performance.now();
  await stack.runTask(token, path, { text, commit: true });
  const importMs = performance.now() - startedAt;
  const importDelayMs = await readMaxDelayMs(stack);
  const importsPath = `/portfolios/${portfolioId}/imports`;
  const { imports } = await client.call<{ imports: { id: string }[] }>('GET', importsPath);
  const undoStartedAt = performance.now();
  await client.call('DELETE', `${importsPath}/${imports[0]?.id}`);
  const undoMs = performance.now() - undoStartedAt;
  const undoDelayMs = await readMaxDelayMs(stack);
  const row = (title: string, ms: number, maxMs: number | null, delayMs: number) =>
    `${title} ${Math.round(ms)} ms${maxMs === null ? '' : ` (limit ${maxMs})`}, event loop held for ` +
    `${Math.round(delayMs)} ms at most (limit ${maxDelayMs})`;
  process.stdout.write(
    `import of ${rowCount.toLocaleString('en-US')} rows: ` +
      `${row('preview', medianOf(times), maxPreviewMs, previewDelayMs)}; ` +
      `${row('whole import', importMs, maxImportMs, importDelayMs)}; ` +
      `${row('taking it back', undoMs, null, undoDelayMs)}\n`,
  );
}
