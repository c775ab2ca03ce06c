import type { RequiredEntityData } from '@mikro-orm/core';
import type { User } from '../entities/accounts.ts';
import type { StockFacts } from '../repositories/stocks/stock.repository.ts';

export function userRow(id: string, name: string, createdAt = new Date()) {
  return {
    id,
    email: name,
    emailKey: name,
    username: name,
    usernameKey: name,
    firstName: null,
    lastName: null,
    passwordHash: 'hash',
    createdAt,
  } satisfies RequiredEntityData<User>;
}

export function stockFacts(symbol: string): StockFacts {
  return {
    symbol,
    name: 'Test Corporation',
    isin: null,
    exchange: null,
    sector: null,
    industry: null,
    currency: 'USD',
    type: 'equity',
    timezone: null,
  };
}
