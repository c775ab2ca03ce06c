import { defineEntity, p } from '@mikro-orm/core';

const BackupStateSchema = defineEntity({
  name: 'BackupState',
  properties: {
    /** Always 1: the table has one row. */
    id: p.integer().primary().autoincrement(false),
    /** When the last complete backup was made. */
    succeededAt: p.datetime().strictNullable(),
    /** Whether a trial restore of that backup succeeded. */
    isVerified: p.boolean().default(false),
    /** When the last failed backup was tried. */
    failedAt: p.datetime().strictNullable(),
    error: p.text().strictNullable(),
  },
});

/** The outcome of the scheduled backups. */
export class BackupState extends BackupStateSchema.class {}
BackupStateSchema.setClass(BackupState);
