export type { Fault } from './fault.ts';
export { startEodhdMockServer } from './keyed/eodhd-mock-server.ts';
export type { KeyedMockServer } from './keyed/keyed-mock-server.ts';
export { startTiingoMockServer } from './keyed/tiingo-mock-server.ts';
export { type ListeningServer, listen } from './listen.ts';
export {
  type FigiListing,
  type OpenFigiMockServer,
  startOpenFigiMockServer,
} from './openfigi-mock-server.ts';
export { startYahooMockServer, type YahooMockServer } from './yahoo-mock-server.ts';
