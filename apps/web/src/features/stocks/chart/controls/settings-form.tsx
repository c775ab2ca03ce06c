import { usePaneHeights } from '#components/chart/panes/use-pane-heights.ts';
import { Button } from '#components/ui/button.tsx';
import { Segmented } from '#components/ui/segmented.tsx';
import { Switch } from '#components/ui/switch.tsx';
import type { ChartSettings, ChartViewControl } from '../view/use-chart-view.ts';

const scales = [
  { value: 'linear', label: 'Linear' },
  { value: 'log', label: 'Log' },
  { value: 'percent', label: 'Per cent' },
] as const;

/** The content of the panel of the chart's settings. */
export function SettingsForm({ settings, control }: { settings: ChartSettings; control: ChartViewControl }) {
  const { view, setScale } = control;
  const [, setHeights] = usePaneHeights(settings.hasVolumePane ? 'price' : 'underlaidPrice');
  return (
    <div className="flex flex-col items-start gap-2.5 p-1.5">
      <Segmented label="Price scale" options={scales} value={view.scale} onChange={setScale} />
      {view.compared.length > 0 && (
        <p className="text-xs text-muted">Compared symbols are shown in per cent.</p>
      )}
      <Switch
        label="Crosshair sticks to closes (Ctrl)"
        checked={settings.isMagnet}
        onChange={settings.setIsMagnet}
      />
      <Switch
        label="Volume behind the prices"
        checked={settings.isVolumeUnderlay}
        onChange={settings.setIsVolumeUnderlay}
      />
      <div>
        <Switch
          label="Bars follow the range"
          checked={settings.isFollowing}
          onChange={settings.setIsFollowing}
        />
        <p className="mt-1 text-xs text-muted">Weekly from three years on, monthly from fifteen.</p>
      </div>
      <Switch label="Journal marks" checked={settings.hasJournal} onChange={settings.setHasJournal} />
      <Switch label="Splits and dividends" checked={settings.hasActions} onChange={settings.setHasActions} />
      <div>
        <Switch
          label="Adjust for dividends"
          checked={settings.isAdjusted}
          onChange={settings.setIsAdjusted}
        />
        <p className="mt-1 text-xs text-muted">
          Lowers the prices before each dividend, so that the chart shows the return including dividends.
        </p>
      </div>
      <Button size="sm" className="w-full" onClick={() => setHeights([])}>
        Reset pane heights
      </Button>
    </div>
  );
}
