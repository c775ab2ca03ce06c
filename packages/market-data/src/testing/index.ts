export type { Fault } from './fault.ts';
export { startYahooMockServer, type YahooMockServer } from './yahoo-mock-server.ts';
