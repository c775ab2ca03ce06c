import { startNight } from './support/night-stack.ts';

/** Measures the scheduled refresh: one worker process fetches whole histories, then refreshes them a week later. */
const stocks = Number(process.argv[2] ?? 500);

const night = await startNight(stocks);
try {
  await night.measure(`${stocks} stocks for the first time`);
  await night.measureCopy();
  await night.forgetLastWeek();
  await night.measure(`${stocks} stocks a week later, with a look-up of their unknown sectors`);
  await night.forgetLastWeek();
  await night.measure(`${stocks} stocks another week later`);
} finally {
  await night.stop();
}
