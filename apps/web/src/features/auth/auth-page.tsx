import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Brand } from '#components/ui/brand.tsx';

interface AuthPageProps {
  title: string;
  subtitle: string;
  /** The link to the other form. */
  footer: ReactNode;
  /** Shown below when it has been loaded: it takes no space, so that nothing above moves. */
  below?: ReactNode;
  children: ReactNode;
}

/** The layout of the sign-in and sign-up pages. */
export function AuthPage({ title, subtitle, footer, below, children }: AuthPageProps) {
  return (
    <main className="mx-auto flex min-h-dvh w-full max-w-[27rem] flex-col justify-center px-4 py-10">
      <Link to="/" aria-label="Stockbook, start page" className="mb-8 self-start rounded-md">
        <Brand />
      </Link>
      <h1 className="text-2xl font-semibold tracking-tight">{title}</h1>
      <p className="mt-1 mb-6 text-muted">{subtitle}</p>
      {children}
      <p className="mt-6 text-sm text-muted">{footer}</p>
      {below && (
        <div className="relative">
          <div className="absolute inset-x-0 top-5 pb-10">{below}</div>
        </div>
      )}
    </main>
  );
}
