import { Link } from '@tanstack/react-router';
import { Brand } from '#components/ui/brand.tsx';
import { buttonClass } from '#components/ui/button.tsx';
import { FeatureGrid } from './feature-grid.tsx';
import { HeroChart } from './hero-chart.tsx';

const technology = [
  {
    name: 'One server, one command',
    text: 'Everything it needs comes along; your data stays on your machine.',
  },
  { name: 'PostgreSQL', text: 'Decades of daily prices, read in milliseconds.' },
  { name: 'Background tasks', text: 'Long work reports its progress and survives a restart.' },
  { name: 'An open API', text: 'Whatever the pages do, your own scripts can do too.' },
] as const;

/** The public start page. */
export function LandingPage() {
  return (
    <>
      <header className="mx-auto flex h-16 max-w-[72rem] items-center justify-between gap-4 px-4 sm:px-6">
        <Brand />
        <nav aria-label="Account" className="flex gap-2">
          <Link to="/login" className={buttonClass('quiet')}>
            Sign In
          </Link>
          <Link to="/register" className={`${buttonClass('primary')} max-sm:hidden`}>
            Get Started
          </Link>
        </nav>
      </header>
      <main>
        <section className="mx-auto grid max-w-[72rem] grid-cols-1 items-center gap-x-12 gap-y-10 px-4 pt-10 pb-16 sm:px-6 sm:pt-16 sm:pb-24 lg:grid-cols-[1.05fr_1fr]">
          <div>
            <h1 className="text-3xl font-semibold tracking-tight">Your stocks, in one calm place.</h1>
            <p className="mt-5 max-w-[34rem] text-lg text-muted">
              Stockbook keeps your watch list, charts decades of daily prices, calculates technical indicators
              and remembers what you thought of each stock. On a server of your own.
            </p>
            <div className="mt-8 flex flex-wrap gap-3">
              <Link to="/register" className={buttonClass('primary', 'lg')}>
                Get Started
              </Link>
              <Link to="/login" className={buttonClass('secondary', 'lg')}>
                Sign In
              </Link>
            </div>
          </div>
          <HeroChart />
        </section>
        <section aria-labelledby="features" className="border-y border-line bg-surface">
          <div className="mx-auto max-w-[72rem] px-4 py-16 sm:px-6 sm:py-20">
            <h2 id="features" className="text-2xl font-semibold tracking-tight">
              What you can do with it
            </h2>
            <p className="mt-2 mb-8 max-w-[40rem] text-muted">
              Tracking and analysis work today. What is still being built says so.
            </p>
            <FeatureGrid />
          </div>
        </section>
        <section aria-labelledby="technology" className="mx-auto max-w-[72rem] px-4 py-16 sm:px-6 sm:py-20">
          <h2 id="technology" className="text-2xl font-semibold tracking-tight">
            Technology
          </h2>
          <dl className="mt-8 grid gap-x-8 gap-y-6 sm:grid-cols-2 lg:grid-cols-4">
            {technology.map(({ name, text }) => (
              <div key={name} className="border-t border-line pt-4">
                <dt className="font-semibold">{name}</dt>
                <dd className="mt-1 text-sm text-muted">{text}</dd>
              </div>
            ))}
          </dl>
        </section>
        <section aria-labelledby="start" className="px-4 pb-16 sm:px-6 sm:pb-24">
          <div className="mx-auto flex max-w-[69rem] flex-wrap items-center justify-between gap-6 rounded-lg border border-line bg-accent-soft px-6 py-10 sm:px-10">
            <div>
              <h2 id="start" className="text-xl font-semibold tracking-tight">
                Start your watch list
              </h2>
              <p className="mt-1 text-muted">
                An account takes half a minute. Your first chart comes right after.
              </p>
            </div>
            <Link to="/register" className={buttonClass('primary', 'lg')}>
              Get Started
            </Link>
          </div>
        </section>
      </main>
      <footer className="border-t border-line">
        <p className="mx-auto max-w-[72rem] px-4 py-6 text-sm text-muted sm:px-6">
          Prices come without warranty, and nothing here is investment advice.
        </p>
      </footer>
    </>
  );
}
