import type { DataSource } from '../provider/provider.ts';

/** A market data service that is called with the operator's own key. */
export interface KeyedSource {
  readonly source: 'tiingo' | 'eodhd';
  readonly name: string;
  /** The environment variable of the key, named in messages. */
  readonly tokenVariable: string;
}

export const tiingoSource: KeyedSource = { source: 'tiingo', name: 'Tiingo', tokenVariable: 'TIINGO_TOKEN' };
export const eodhdSource: KeyedSource = { source: 'eodhd', name: 'EODHD', tokenVariable: 'EODHD_TOKEN' };

export function isKeyedSource(source: DataSource | null): boolean {
  return source === tiingoSource.source || source === eodhdSource.source;
}
