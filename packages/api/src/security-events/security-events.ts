import { hash } from 'node:crypto';
import { minuteMs } from '@stockbook/common/durations';
import {
  type EntityManager,
  type SecurityEvent,
  type SecurityEventKind,
  securityEventRepository,
} from '@stockbook/db';
import type { Log } from '../log.ts';

/** A request, or the operator's command line. */
export interface EventSource {
  readonly address: string | null;
  readonly client: string | null;
  readonly requestId: string | null;
}

export interface EventFacts {
  readonly userId: string | null;
  readonly sessionId?: string;
  readonly tokenId?: string;
  /** Never a secret, an email or a token. */
  readonly details?: SecurityEvent['details'];
  /** Whether the event is shown to the user as a notice. */
  readonly isNotice?: boolean;
}

/** Records security events: in the database for the user and the operator, in the log, and as a metric. */
export interface SecurityEvents {
  /** @param em the transaction of what the event is about; a fork if there is none */
  record(em: EntityManager, kind: SecurityEventKind, source: EventSource, facts: EventFacts): Promise<void>;
}

interface SecurityEventOptions {
  readonly clock: () => Date;
  readonly log: Log;
  readonly onEvent: (kind: SecurityEventKind) => void;
}

/** Events of these kinds can be caused at will: those of a minute share a row. */
const repeatableKinds: ReadonlySet<SecurityEventKind> = new Set([
  'sign_in_failed',
  'code_failed',
  'limit_reached',
  'quota_reached',
]);

/** The operator's command line. */
export const operatorSource: EventSource = { address: null, client: 'operator', requestId: null };

export function createSecurityEvents({ clock, log, onEvent }: SecurityEventOptions): SecurityEvents {
  return {
    async record(em, kind, { address, client, requestId }, facts) {
      const { userId, sessionId = null, tokenId = null, details = null, isNotice = false } = facts;
      const at = clock();
      const minute = Math.floor(at.getTime() / minuteMs);
      const repeatKey = repeatableKinds.has(kind)
        ? hash('sha256', JSON.stringify([kind, userId, details, address, minute]))
        : null;
      const event = { userId, address, client, sessionId, tokenId, requestId, details };
      await securityEventRepository.add(em, { ...event, at, kind, repeatKey, isNotice });
      onEvent(kind);
      log.info({ event: kind, ...event }, 'security event');
    },
  };
}
