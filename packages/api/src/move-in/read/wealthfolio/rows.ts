/** An account, whichever way the file has it. */
export interface WfAccount {
  readonly id: string;
  readonly name: string;
  readonly currency: string | null;
  /** Whether it has snapshots in place of transactions. */
  readonly isSnapshots: boolean;
}

/** An activity. Texts are as the file has them: numbers may be empty, or have signs that do not count. */
export interface WfActivity {
  readonly id: string;
  readonly accountId: string;
  readonly assetId: string | null;
  readonly type: string;
  readonly subtype: string;
  readonly status: string;
  readonly date: string;
  readonly quantity: string | null;
  readonly unitPrice: string | null;
  readonly amount: string | null;
  readonly fee: string | null;
  readonly tax: string | null;
  readonly currency: string;
  readonly fxRate: string | null;
  readonly notes: string | null;
  readonly groupId: string | null;
  /** JSON. */
  readonly metadata: string | null;
}

export interface WfAsset {
  readonly id: string;
  readonly name: string;
  readonly symbol: string;
  /** The code of the exchange (ISO 10383). */
  readonly mic: string | null;
  readonly currency: string | null;
  readonly isManual: boolean;
  readonly type: string;
  /** JSON of what the program knows of the asset, and of its sources. */
  readonly metadata: string | null;
  readonly notes: string | null;
}

export interface WfQuote {
  readonly assetId: string;
  readonly day: string;
  readonly close: string;
}

interface WfTaxonomy {
  readonly id: string;
  readonly name: string;
}

export interface WfCategory {
  readonly id: string;
  readonly taxonomyId: string;
  readonly parentId: string | null;
  readonly name: string;
}

interface WfAssignment {
  readonly assetId: string;
  readonly taxonomyId: string;
  readonly categoryId: string;
  /** In hundredths of a percent. */
  readonly weight: number;
}

/** Everything that is read of a backup, or of the activities in JSON. */
export interface WfBook {
  readonly accounts: readonly WfAccount[];
  readonly activities: readonly WfActivity[];
  readonly assets: readonly WfAsset[];
  readonly quotes: readonly WfQuote[];
  readonly taxonomies: readonly WfTaxonomy[];
  readonly categories: readonly WfCategory[];
  readonly assignments: readonly WfAssignment[];
}
