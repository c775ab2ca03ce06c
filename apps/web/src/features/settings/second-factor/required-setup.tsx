import { NoticeIcon } from '#components/feedback/notice-icon.tsx';
import { SecondFactorCard } from './second-factor-card.tsx';

/** The only settings of users who must set up two-step sign-in: the server refuses all other calls. */
export function RequiredSetup() {
  return (
    <div className="mx-auto max-w-[42rem] space-y-5">
      <h1 className="text-xl font-semibold tracking-tight">Settings</h1>
      <p
        role="status"
        className="flex items-center gap-3 rounded-md bg-warn-soft px-3.5 py-2.5 text-sm font-medium"
      >
        <NoticeIcon name="alert" className="size-4 shrink-0 text-warn" />
        Set up two-step sign-in first
      </p>
      <SecondFactorCard />
    </div>
  );
}
