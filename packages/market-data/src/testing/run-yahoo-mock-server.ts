/**
 * Starts the stand-in by hand, until Ctrl-C:
 *   node packages/market-data/src/testing/run-yahoo-mock-server.ts [port] [misbehaviour]
 */
import { MISBEHAVIOURS } from './fault.ts';
import { startYahooStandIn } from './yahoo-mock-server.ts';

const [, , port = '4010', wanted] = process.argv;
const misbehaviour = MISBEHAVIOURS.find((name) => name === wanted);
if (wanted !== undefined && misbehaviour === undefined) {
  process.stderr.write(`"${wanted}" is no misbehaviour. There are: ${MISBEHAVIOURS.join(', ')}.\n`);
  process.exit(1);
}
const standIn = await startYahooStandIn({ port: Number(port) });
if (misbehaviour !== undefined) standIn.behave(misbehaviour);
process.stdout.write(
  `Speaking Yahoo's JSON at ${standIn.url}. Start Stockbook with YAHOO_URL=${standIn.url}\n`,
);
process.once('SIGINT', () => standIn.close());
process.once('SIGTERM', () => standIn.close());
