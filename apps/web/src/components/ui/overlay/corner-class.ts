/** A message in the lower left corner of the window, above the navigation and the home indicator of a phone. */
export const cornerClass =
  'fixed bottom-18 left-4 mb-[env(safe-area-inset-bottom)] ml-[env(safe-area-inset-left)] sm:bottom-4 print:hidden';
