import { instrumentRepository, priceBarRepository } from '@stockbook/db';
import type { UserContext } from '../../context.ts';
import { csvText } from '../../csv.ts';
import { nextTurn } from '../../streaming/event-loop.ts';
import type { OutputStream } from '../../streaming/output-stream.ts';
import { streamCsv } from '../../streaming/stream-list.ts';

/** Writing this many takes about a millisecond. */
const rowsPerPiece = 1_000;

/**
 * Writes the prices of all own instruments of the caller as CSV.
 * @throws AppError TOO_MANY_REQUESTS
 */
export function exportBars(ctx: UserContext): Promise<OutputStream> {
  return streamCsv(ctx, async function* () {
    yield 'symbol,date,open,high,low,close,volume\r\n';
    const [instruments] = await instrumentRepository.listOfUser(ctx.em, ctx.user.id);
    for (const { id, symbol } of instruments) {
      const bars = await priceBarRepository.listDaily(ctx.em, id);
      const name = csvText(symbol);
      for (let start = 0; start < bars.length; start += rowsPerPiece) {
        await nextTurn();
        yield bars
          .slice(start, start + rowsPerPiece)
          .map(
            ({ date, open, high, low, close, volume }) =>
              `${[name, date, open, high, low, close, volume].join(',')}\r\n`,
          )
          .join('');
      }
    }
  });
}
