export type { Fault } from './fault.ts';
export {
  type FigiListing,
  type OpenFigiMockServer,
  startOpenFigiMockServer,
} from './openfigi-mock-server.ts';
export { startYahooMockServer, type YahooMockServer } from './yahoo-mock-server.ts';
