/**
 * Runs the mock server until Ctrl-C:
 *   node packages/market-data/src/testing/run-yahoo-mock-server.ts [port] [fault]
 */
import { faults } from './fault.ts';
import { startYahooMockServer } from './yahoo-mock-server.ts';

const [, , port = '4010', faultName] = process.argv;
const fault = faults.find((name) => name === faultName);
if (faultName !== undefined && fault === undefined) {
  process.stderr.write(`Unknown fault "${faultName}". Faults: ${faults.join(', ')}.\n`);
  process.exit(1);
}
const mockServer = await startYahooMockServer({ port: Number(port) });
if (fault !== undefined) mockServer.behave(fault);
process.stdout.write(`The mock server of Yahoo runs. Start Stockbook with YAHOO_URL=${mockServer.url}\n`);
process.once('SIGINT', () => mockServer.close());
process.once('SIGTERM', () => mockServer.close());
