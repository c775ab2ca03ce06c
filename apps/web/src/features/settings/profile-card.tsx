import { Card } from '#components/ui/card.tsx';
import { useSessionState } from '#lib/session/session-context.ts';

/** Who is signed in. */
export function ProfileCard() {
  const { user } = useSessionState();
  const profile = [
    ['Name', user?.full_name],
    ['Username', user?.username],
    ['Email', user?.email],
  ] as const;
  return (
    <Card title="Profile" headingLevel={3}>
      <dl className="divide-y divide-line text-sm">
        {profile.map(([label, value]) => (
          <div key={label} className="flex justify-between gap-6 py-2 first:pt-0 last:pb-0">
            <dt className="text-muted">{label}</dt>
            <dd className="min-w-0 text-right font-medium break-words">{value}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}
