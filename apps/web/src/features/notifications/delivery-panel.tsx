import { SectionBoundary } from '#components/feedback/section-boundary.tsx';
import { ChannelsCard } from './channels/channels-card.tsx';
import { DeliveriesCard } from './deliveries/deliveries-card.tsx';

/** The channels and what was sent to them. */
export function DeliveryPanel() {
  return (
    <div className="space-y-5">
      <SectionBoundary name="The channels">
        <ChannelsCard />
      </SectionBoundary>
      <SectionBoundary name="The deliveries">
        <DeliveriesCard />
      </SectionBoundary>
    </div>
  );
}
