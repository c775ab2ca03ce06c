/** A price that a rule watches, drawn as a dashed line. */
export interface PriceLevel {
  readonly id: string;
  readonly price: number;
  /** Whether it is being placed. */
  readonly isDraft: boolean;
  /** Whether prices during the session are compared with it, too. */
  readonly isDuringSession: boolean;
}

/** Receives what the pointer does with levels. */
export interface PriceLevelEvents {
  /** A right click or a long press on the price pane. */
  readonly onStart: (price: number) => void;
  /** A line is dragged to a price. */
  readonly onDrag: (id: string, price: number) => void;
}
