import { ScrollRegion } from '#components/ui/scroll-region.tsx';
import { formatMoney, formatShareOf } from '../format.ts';
import { type Allocation, type AllocationPart, dimensionNames } from './api.ts';

const keyOf = ({ key, name }: AllocationPart) => key ?? `no ${name}`;

/** The width of a bar: negative cash has none. */
const widthOf = (percent: number) => `${Math.min(100, Math.max(0, percent))}%`;

/** The weights as bars, with a mark at each target. */
export function AllocationBars({ parts }: { parts: readonly AllocationPart[] }) {
  return (
    <figure aria-label="Weights as bars; the table has the same numbers" className="min-w-0">
      <ul aria-hidden="true" className="space-y-3">
        {parts.map((part) => (
          <li key={keyOf(part)} className="text-sm">
            <div className="mb-1 flex justify-between gap-3">
              <span className="min-w-0 truncate">{part.name}</span>
              <span className="numeric shrink-0">
                {formatShareOf(part.weight_percent)}
                {part.target_percent !== null && (
                  <span className="text-muted"> of {formatShareOf(part.target_percent)}</span>
                )}
              </span>
            </div>
            <div className="relative h-2.5 rounded-full bg-sunken">
              <div
                className="h-full rounded-full bg-accent"
                style={{ width: widthOf(part.weight_percent ?? 0) }}
              />
              {part.target_percent !== null && (
                <span
                  className="absolute -top-1 h-4.5 w-0.5 bg-ink"
                  style={{ left: widthOf(part.target_percent) }}
                />
              )}
            </div>
          </li>
        ))}
      </ul>
    </figure>
  );
}

/** The parts with their values, weights and targets. */
export function AllocationTable({ allocation, currency }: { allocation: Allocation; currency: string }) {
  const { by, group, parts, total } = allocation;
  const heading = by === 'tag' ? (group ?? '') : dimensionNames[by];
  const hasTargets = parts.some(({ target_percent }) => target_percent !== null);
  return (
    <ScrollRegion label="Table of the allocation" className="min-w-0 self-start bg-surface">
      <table className="numeric w-full text-right text-sm">
        <caption className="sr-only">Allocation by {heading}</caption>
        <thead className="bg-sunken text-xs text-muted">
          <tr>
            <th scope="col" className="h-9 px-3 text-left font-medium">
              {heading}
            </th>
            <th scope="col" className="px-3 font-medium">
              Value
            </th>
            <th scope="col" className="px-3 font-medium">
              Weight
            </th>
            {hasTargets && (
              <th scope="col" className="px-3 font-medium">
                Target
              </th>
            )}
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {parts.map((part) => (
            <tr key={keyOf(part)}>
              <th scope="row" className="px-3 py-1.5 text-left font-normal normal-nums">
                {part.name}
                {by !== 'stock' && part.symbols.length > 0 && (
                  <span className="block text-xs text-muted">{part.symbols.join(', ')}</span>
                )}
              </th>
              <td className="px-3 py-1.5 whitespace-nowrap">{formatMoney(part.value, currency)}</td>
              <td className="px-3 py-1.5 whitespace-nowrap">{formatShareOf(part.weight_percent)}</td>
              {hasTargets && (
                <td className="px-3 py-1.5 whitespace-nowrap">{formatShareOf(part.target_percent)}</td>
              )}
            </tr>
          ))}
        </tbody>
        <tfoot className="border-t border-line font-medium">
          <tr>
            <th scope="row" className="px-3 py-2 text-left font-medium">
              Total
            </th>
            <td className="px-3 py-2 whitespace-nowrap">{formatMoney(total, currency)}</td>
            <td colSpan={hasTargets ? 2 : 1} />
          </tr>
        </tfoot>
      </table>
    </ScrollRegion>
  );
}
