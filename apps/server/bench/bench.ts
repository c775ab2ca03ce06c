import { availableParallelism, cpus, totalmem } from 'node:os';
import { parseArgs } from 'node:util';
import { compare } from './compare.ts';
import { measureDeliveries } from './deliveries.ts';
import { measureDevices } from './devices.ts';
import { measureGrowth } from './growth.ts';
import { measureNights } from './nights.ts';
import { measureOwnData } from './own-data.ts';
import { measurePortfolios } from './portfolios.ts';
import { simulateProviderQueue } from './provider-queue.ts';
import { measureQuoteLevels } from './quote-levels.ts';
import { measureQuotes } from './quotes.ts';
import { measureScale } from './scale.ts';
import { measureScreening } from './screen.ts';
import { measureSignals } from './signals.ts';
import { putSteadyLoad } from './steady.ts';
import { measureStrategies } from './strategies.ts';
import { startStack } from './support/stack.ts';
import { measureTasks } from './tasks.ts';

const { values } = parseArgs({
  // pnpm passes its own `--` to the script.
  args: process.argv.slice(2).filter((arg) => arg !== '--'),
  options: {
    reads: { type: 'boolean' },
    growth: { type: 'boolean' },
    steady: { type: 'boolean' },
    signals: { type: 'boolean' },
    strategies: { type: 'boolean' },
    portfolios: { type: 'boolean' },
    devices: { type: 'boolean' },
    quotes: { type: 'boolean' },
    'quote-levels': { type: 'boolean' },
    own: { type: 'boolean' },
    'provider-queue': { type: 'boolean' },
    scale: { type: 'boolean' },
    night: { type: 'boolean' },
  },
});

/** 1.9 million bars. */
const stockCount = 200;

async function measureRequests(): Promise<void> {
  const stack = await startStack(stockCount);
  try {
    process.stdout.write(
      `${availableParallelism()} cores (${cpus()[0]?.model ?? 'unknown'}), ${Math.round(totalmem() / 2 ** 30)} GiB, ` +
        `Node ${process.version}; ${stack.tokens.length} users, ${stack.bars.toLocaleString('en-US')} bars\n\n`,
    );
    if (values.growth) await measureGrowth(stack);
    else if (values.steady) await putSteadyLoad(stack);
    else await compare(stack);
    if (Object.keys(values).length === 0) await measureTasks(stack);
  } finally {
    await stack.stop();
  }
}

if (values['provider-queue']) simulateProviderQueue();
else if (values.scale) await measureScale();
else if (values.night) await measureNights();
else if (values.devices) await measureDevices();
else if (values['quote-levels']) await measureQuoteLevels();
else if (values.quotes) {
  await measureQuotes();
  await measureQuoteLevels();
} else if (values.own) await measureOwnData();
else if (values.portfolios) await measurePortfolios();
else if (values.strategies) await measureStrategies();
else if (values.signals) {
  await measureSignals();
  await measureDeliveries();
  await measureScreening();
} else await measureRequests();
