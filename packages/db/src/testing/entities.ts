// The entity classes, for the set-up of tests and benchmarks. The package itself exports their types only: what the
// application reads and writes, it does through the repositories.
export { Stock } from '../entities/stock.entity.ts';
export { User } from '../entities/user.entity.ts';
