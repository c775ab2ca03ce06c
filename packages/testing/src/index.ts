export { type ApiClient, type ApiResponse, apiClient } from './api-client.ts';
export { freePort } from './free-port.ts';
export { type PollOptions, PollTimeout, pollUntil } from './poll-until.ts';
export { createSubscription, type TestSubscription, verifyVapid } from './push-message.ts';
export {
  accept,
  answerWith,
  type Browser,
  type PushService,
  startPushService,
} from './push-service.ts';
export { type SeededRandom, seededRandom } from './seeded-random.ts';
export { selfSignedCertificate } from './self-signed-certificate.ts';
export { programFile, type ServerOptions, type ServerProcess, startServer } from './start-server.ts';
export { type EndedTask, taskPathOf, waitForTask } from './wait-for-task.ts';
