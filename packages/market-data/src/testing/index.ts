export { MISBEHAVIOURS, type Misbehaviour, type MisbehaviourScope } from './misbehaviour.ts';
export { type StandInRequest, startYahooStandIn, type YahooStandIn } from './yahoo-stand-in.ts';
