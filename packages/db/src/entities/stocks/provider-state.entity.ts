import { defineEntity, p } from '@mikro-orm/core';

const ProviderStateSchema = defineEntity({
  name: 'ProviderState',
  properties: {
    /** Name of a market data provider, for example `yahoo`. */
    provider: p.text().primary(),
    /** Until then no process calls the provider, because it has rate-limited us. */
    coolDownUntil: p.datetime().strictNullable(),
    /** Length of the cool-down in seconds; the next consecutive one is longer. */
    coolDownS: p.integer().strictNullable(),
    coolDownReason: p.text().strictNullable(),
    /** Health according to the last calls of any process. */
    status: p.enum(['healthy', 'rate_limited', 'unavailable'] as const).default('healthy'),
    statusUntil: p.datetime().strictNullable(),
  },
});

/** The state of a market data provider that all processes share. */
export class ProviderState extends ProviderStateSchema.class {}
ProviderStateSchema.setClass(ProviderState);
