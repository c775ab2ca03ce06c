export { type Fault, MISBEHAVIOURS, type MisbehaviourScope } from './fault.ts';
export { type StandInRequest, startYahooStandIn, type YahooStandIn } from './yahoo-mock-server.ts';
