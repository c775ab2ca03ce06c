import { Decimal as DefaultDecimal } from 'decimal.js';

/** Decimals of 40 digits: the product of a quantity and a price, and their quotient, lose nothing that is stored. */
export const Decimal = DefaultDecimal.clone({
  precision: 40,
  toExpNeg: -9e15,
  toExpPos: 9e15,
  defaults: true,
});
export type Decimal = DefaultDecimal;
