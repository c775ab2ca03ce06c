export type { Fault } from './fault.ts';
export { startYahooStandIn, type YahooStandIn } from './yahoo-mock-server.ts';
