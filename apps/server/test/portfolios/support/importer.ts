import { transactionImportPreview } from '@stockbook/api/schemas';
import { expect } from 'vitest';
import type { Portfolios } from '../../support/with-portfolios.ts';

const importedHeader =
  'date,type,symbol,isin,name,quantity,price,currency,fees,taxes,amount,fx_rate,fx_currency,ex_date,to_amount,to_currency,external_id,note';

/** A file of Stockbook. @param rows the fields that are not empty */
export function fileOf(...rows: readonly Readonly<Record<string, unknown>>[]): string {
  const names = importedHeader.split(',');
  return [importedHeader, ...rows.map((row) => names.map((name) => row[name] ?? '').join())].join('\n');
}

/** Imports into portfolios of the user. */
export function importerOf({ harness, token, get }: Portfolios) {
  const post = (id: string, body: object) =>
    harness.rest('POST', `/portfolios/${id}/import`, { token, body });
  const start = async (id: string, text: string, more: object = {}) => {
    const { status, body } = await post(id, { text, commit: true, ...more });
    expect([status, body.error]).toEqual([202, undefined]);
    return { taskId: String(body.task_id), importId: String(body.import_id) };
  };
  return {
    post,
    start,
    async preview(id: string, text: string, more: object = {}) {
      const { status, body } = await post(id, { text, ...more });
      expect([status, body.error]).toEqual([200, undefined]);
      return transactionImportPreview.parse(body);
    },
    /** Imports a file and waits for the end. @returns the task and the id of the import */
    async commit(id: string, text: string, more: object = {}) {
      const { taskId, importId } = await start(id, text, more);
      const task = await harness.waitForTask(`/portfolios/task/${taskId}`, token);
      return { importId, task };
    },
    /** The transactions of a portfolio, oldest first. */
    async transactions(id: string) {
      const { transactions } = await get(`/portfolios/${id}/transactions`);
      return (transactions as Record<string, unknown>[]).toReversed();
    },
    takeBack: (id: string, importId: string) =>
      harness.rest('DELETE', `/portfolios/${id}/imports/${importId}`, { token }),
  };
}
