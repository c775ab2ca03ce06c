import { Tabs as Base } from '@base-ui/react/tabs';
import type { ReactNode } from 'react';
import { cn } from '#lib/cn.ts';

interface TabsProps<T extends string> {
  /** The accessible name of the row of tabs. */
  label: string;
  tabs: readonly { readonly value: T; readonly label: string }[];
  value: T;
  onChange: (value: T) => void;
  children: ReactNode;
}

/** A row of tabs with the panel of the open one below. */
export function Tabs<T extends string>({ label, tabs, value, onChange, children }: TabsProps<T>) {
  return (
    <Base.Root value={value} onValueChange={onChange}>
      {/* A shadow draws the line: tabs would be cut above a border, because the list scrolls. */}
      <Base.List
        aria-label={label}
        className="flex gap-1 overflow-x-auto shadow-[inset_0_-1px_0_var(--line)] [scrollbar-width:none]"
      >
        {tabs.map((tab) => (
          <Base.Tab
            key={tab.value}
            value={tab.value}
            className={cn(
              'h-10 shrink-0 border-b-2 pointer-coarse:h-11 border-transparent px-3 text-sm font-medium text-muted transition-colors',
              'hover:text-ink focus-visible:-outline-offset-2 data-active:border-accent data-active:text-ink',
            )}
          >
            {tab.label}
          </Base.Tab>
        ))}
      </Base.List>
      <Base.Panel value={value} className="pt-5 outline-none">
        {children}
      </Base.Panel>
    </Base.Root>
  );
}
