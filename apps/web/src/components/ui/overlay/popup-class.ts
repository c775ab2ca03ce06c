import { cn } from '#lib/cn.ts';

/** The backdrop of a dialog, without its layer. */
export const backdropClass = cn(
  'fixed inset-0 bg-[rgb(8_11_16/0.5)] transition-opacity duration-150',
  'data-ending-style:opacity-0 data-starting-style:opacity-0',
);

/**
 * The upper end of a sheet, by which a finger drags it down: the line of a grip, and below it the title. It stays while
 * the rest scrolls.
 */
export const sheetGripClass = cn(
  'max-sm:sticky max-sm:z-20 max-sm:min-h-11 max-sm:touch-none max-sm:bg-surface max-sm:select-none',
  'max-sm:before:absolute max-sm:before:top-1.5 max-sm:before:left-1/2 max-sm:before:h-1 max-sm:before:w-9 max-sm:before:-translate-x-1/2',
  'max-sm:before:rounded-full max-sm:before:bg-edge',
);

/** The grip of a dialog, over its padding. */
export const dialogGripClass = cn(
  sheetGripClass,
  'max-sm:-top-5 max-sm:-mx-5 max-sm:-mt-5 max-sm:px-5 max-sm:pt-4',
);

/** The lower end of a sheet with its buttons, over the padding of the dialog: it stays while the rest scrolls. */
export const sheetFootClass = cn(
  'max-sm:sticky max-sm:z-20 max-sm:-mx-5 max-sm:border-t max-sm:border-line max-sm:bg-surface max-sm:px-5 max-sm:pt-3',
  'max-sm:-bottom-[calc(1.25rem+env(safe-area-inset-bottom))] max-sm:-mb-[calc(1.25rem+env(safe-area-inset-bottom))]',
  'max-sm:pb-[calc(0.75rem+env(safe-area-inset-bottom))]',
);

/** Above the keyboard of a phone, whose height `useSheet` sets. */
const aboveKeyboardClass = 'max-sm:bottom-(--keyboard,0px)';

/** A dialog: in the upper middle of a large screen, at the bottom of a phone. */
export const popupClass = cn(
  'fixed inset-x-0 bottom-0 z-50 max-h-[92dvh] overflow-y-auto rounded-t-lg bg-surface p-5 shadow-raised sm:p-6',
  'max-sm:overscroll-contain max-sm:pb-[calc(1.25rem+env(safe-area-inset-bottom))]',
  'max-sm:max-h-[calc(92dvh-var(--keyboard,0px))]',
  aboveKeyboardClass,
  'sm:inset-x-auto sm:top-[14vh] sm:bottom-auto sm:max-h-[82dvh] sm:left-1/2 sm:w-[28rem] sm:-translate-x-1/2 sm:rounded-lg',
  'transition-[opacity,translate] duration-150 data-ending-style:translate-y-2 data-ending-style:opacity-0',
  'data-starting-style:translate-y-2 data-starting-style:opacity-0',
);

/** A dialog that leaves the page in view: over the right column of a large screen, else over the lower half. */
export const dockedClass = cn(
  aboveKeyboardClass,
  'fixed inset-x-0 bottom-0 z-50 max-h-[50dvh] overflow-y-auto overscroll-contain rounded-t-lg border border-line',
  'bg-surface p-(--pad) pb-[calc(var(--pad)+env(safe-area-inset-bottom))] shadow-raised [--pad:1.25rem] sm:max-lg:[--pad:1.5rem]',
  'max-lg:pr-[max(var(--pad),env(safe-area-inset-right))] max-lg:pl-[max(var(--pad),env(safe-area-inset-left))]',
  // Half of a phone on its side is no more than the title and the buttons.
  'sm:max-lg:[@media(max-height:30rem)]:max-h-[92dvh]',
  'flex flex-col lg:top-14 lg:right-0 lg:left-auto lg:max-h-none lg:w-[clamp(21.5rem,calc((100vw-80rem)/2+21.5rem),30rem)] lg:rounded-none',
  'transition-[opacity,translate] duration-150 data-ending-style:translate-y-2 data-ending-style:opacity-0',
  'data-starting-style:translate-y-2 data-starting-style:opacity-0',
);
