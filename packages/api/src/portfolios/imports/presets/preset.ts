import type { FieldSource, FieldSources, ImportField, RowType } from '../mapping-schema.ts';
import type { Cells, Columns } from '../read/cells.ts';
import type { DayOrder } from '../read/dates.ts';
import type { AmountKind } from '../read/money.ts';
import type { DecimalMark } from '../read/numbers.ts';
import type { ReadRow, RowValues } from '../read/rows.ts';
import { normalName } from '../read/table.ts';

/** The portfolio that a file is imported into, as far as reading depends on it. */
export interface Target {
  readonly currency: string;
}

/** A recognised format. */
export interface Preset {
  readonly name: string;
  /** Whether the header was seen in the program's own source, or in several independent readers of it. */
  readonly isVerified: boolean;
  /** The columns of a header whose names are normal; null for the header of another format. */
  columnsOf(header: readonly string[]): Columns | null;
  /** The meaning of the texts of the field `type`, which are in lower case. */
  readonly types?: Readonly<Record<string, RowType>>;
  readonly decimalMark?: DecimalMark;
  readonly dayOrder?: DayOrder;
  readonly amount?: AmountKind;
  /**
   * The signs of amounts: those of the money in the account, which are negative if it leaves, or those of our own
   * transactions. By default, the values of a file decide it.
   */
  readonly signs?: 'account' | 'own';
  /** Why a row is no transaction; null if it may be one. */
  skipReason?(cells: Cells): string | null;
  /** The type of a row whose text alone does not name it; undefined if it is not known. */
  typeOf?(text: string, cells: Cells): RowType | undefined;
  /**
   * Changes the values of a row to what the format means.
   * @throws RowProblem
   */
  adjust?(values: RowValues, cells: Cells, target: Target): void;
  /** Joins rows that are one transaction. */
  join?(rows: readonly ReadRow[]): void;
}

export type Names = Partial<Record<ImportField, string | readonly string[]>>;

const indexOf = (header: readonly string[], names: string | readonly string[]): number => {
  for (const name of [names].flat()) {
    const index = header.indexOf(normalName(name));
    if (index !== -1) return index;
  }
  return -1;
};

interface HeaderShape {
  /** The columns of fields; each must be there. Of several names, any. */
  readonly required: Names;
  /** Further columns of fields. */
  readonly optional?: Names;
  /** Columns that only the format knows; those in `requiredExtras` must be there. */
  readonly extras?: readonly string[];
  readonly requiredExtras?: readonly string[];
  readonly constants?: Partial<Record<ImportField, string>>;
}

/** Recognises headers that have certain names, in any order and among others. */
export function byNames({ required, optional, extras, requiredExtras, constants }: HeaderShape) {
  return (header: readonly string[]): Columns | null => {
    const fields: Partial<Record<ImportField, FieldSource>> = {};
    for (const [field, names] of Object.entries(required)) {
      const column = indexOf(header, names);
      if (column === -1) return null;
      fields[field as ImportField] = { column };
    }
    for (const [field, names] of Object.entries(optional ?? {})) {
      const column = indexOf(header, names);
      if (column !== -1) fields[field as ImportField] = { column };
    }
    for (const [field, constant] of Object.entries(constants ?? {})) {
      fields[field as ImportField] = { constant };
    }
    const found: Record<string, number> = {};
    for (const name of [...(extras ?? []), ...(requiredExtras ?? [])]) {
      const column = indexOf(header, name);
      if (column !== -1) found[name] = column;
      else if (requiredExtras?.includes(name)) return null;
    }
    return { fields: fields as FieldSources, extras: found };
  };
}

/** The text of a type as presets have it. */
export const normalType = (text: string): string => text.trim().replaceAll(/\s+/g, ' ').toLowerCase();
