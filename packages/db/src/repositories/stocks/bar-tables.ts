import type { EntityManager } from '@mikro-orm/postgresql';
import type { Kysely } from 'kysely';
import type { BarRow } from './bar-columns.ts';

/** Kysely's types of the tables by stock, which are read and written in sets, without the ORM. */
export interface BarTables {
  price_bar: BarRow & { stock_id: number };
  stock_split: {
    stock_id: number;
    ex_date: string;
    numerator: number;
    denominator: number;
  };
  stock_dividend: {
    stock_id: number;
    ex_date: string;
    amount: number;
    currency: string | null;
  };
  calculated_indicator: {
    id: string;
    user_id: string;
    stock_id: number;
    indicator_function: string;
    indicator_name: string;
    parameters: Record<string, number>;
    outputs: string[];
    values: Buffer;
    data_start_date: string | null;
    data_end_date: string | null;
    calculated_at: Date;
  };
}

/** Kysely on the entity manager's connection, and in its transaction if there is one. */
export function barTables(em: EntityManager): Kysely<BarTables> {
  return em.getKysely<BarTables>();
}
