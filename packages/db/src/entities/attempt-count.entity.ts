import { defineEntity, p } from '@mikro-orm/core';

const AttemptCountSchema = defineEntity({
  name: 'AttemptCount',
  properties: {
    /** SHA-256 of what is counted, hex: no address and no email is kept here. */
    key: p.text().primary(),
    count: p.integer(),
    /** When counting begins anew. */
    endsAt: p.datetime().index(),
  },
});

/** How often something was tried of late: shared by all processes, so that none is a way around a limit. */
export class AttemptCount extends AttemptCountSchema.class {}
AttemptCountSchema.setClass(AttemptCount);
