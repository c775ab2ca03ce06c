import { defineEntity, p } from '@mikro-orm/core';

const AttemptCountSchema = defineEntity({
  name: 'AttemptCount',
  properties: {
    /** SHA-256 of the counted key, in hex: neither client addresses nor emails are stored. */
    key: p.text().primary(),
    count: p.integer(),
    /** End of the counting window. */
    endsAt: p.datetime().index(),
  },
});

/** A rate-limit counter. Shared by all processes, so that a limit holds across them. */
export class AttemptCount extends AttemptCountSchema.class {}
AttemptCountSchema.setClass(AttemptCount);
