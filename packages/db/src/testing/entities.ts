// The entity classes, for the set-up of tests and benchmarks. The package itself exports their types only: what the
// application reads and writes, it does through the repositories.

export { User } from '../entities/accounts.ts';
export { Stock } from '../entities/stocks.ts';
export { Task } from '../entities/tasks.ts';
