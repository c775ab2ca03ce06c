import { defineEntity, p } from '@mikro-orm/core';

const ProviderStateSchema = defineEntity({
  name: 'ProviderState',
  properties: {
    /** A provider of market data, for example `yahoo`. */
    provider: p.text().primary(),
    /** A time during which no process asks the provider anything, because it said that it was asked too much. */
    coolDownUntil: p.datetime().strictNullable(),
    /** How long that time was meant to last, in seconds: the next one in a row lasts longer. */
    coolDownS: p.integer().strictNullable(),
    coolDownReason: p.text().strictNullable(),
    /** How the last calls of whichever process went. */
    status: p.enum(['healthy', 'rate_limited', 'unavailable'] as const).default('healthy'),
    statusUntil: p.datetime().strictNullable(),
  },
});

/** What the processes tell each other of a provider of market data. */
export class ProviderState extends ProviderStateSchema.class {}
ProviderStateSchema.setClass(ProviderState);
