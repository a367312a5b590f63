import { Alert, Select, Stack, TextInput } from '@mantine/core';
import type { Channel, ChannelOptions } from '@parley/contract';
import { Panel } from '../../../components/panel.tsx';
import { useWords } from '../../../lib/words.ts';
import { channelWords } from '../../../locales/channel.ts';
import { channelTypeName } from '../shared/channel-type-name.ts';
import { fillSandbox, isWebType } from './channel-draft.ts';
import type { ChannelForm } from './use-channel-form.ts';

type Vendors = ChannelOptions['types'][number]['vendors'];
export type VendorPanelProps = { form: ChannelForm; channel: Channel | undefined; options: ChannelOptions; vendors: Vendors };

/** The name of a channel, its type, and the vendor that carries it. */
export function VendorPanel({ form, channel, options, vendors }: VendorPanelProps) {
  const say = useWords(channelWords.channel);
  const { draft, faults, change } = form;
  const types = options.types.filter(({ type }) => !channel || type === channel.type);
  const chosen = vendors.find(({ vendor }) => vendor === draft.vendor);
  const assumed = Object.entries(chosen?.evidence ?? {}).flatMap(([feature, evidence]) => (evidence === 'assumed' ? [feature] : []));

  const handleType = (type: string | null) => {
    const only = options.types.find((entry) => String(entry.type) === type)?.vendors;
    const allowed = only?.filter(({ isAllowed }) => isAllowed) ?? [];
    change({ type: type ?? '', vendor: allowed.length === 1 ? (allowed[0]?.vendor ?? '') : '', keys: {} });
  };
  const handleVendor = (name: string | null) => {
    const next = { vendor: name ?? '', contactId: '', keys: {} };
    const isFilled = draft.environment === 'sandbox' && next.vendor !== '';
    change(isFilled ? { ...next, ...fillSandbox({ ...draft, ...next }, channel) } : next);
  };

  return (
    <Panel title={say('general')}>
      <Stack gap="sm">
        <TextInput label={say('name')} withAsterisk maxLength={80} {...form.field('name')} />
        <Select
          label={say('type')}
          withAsterisk
          disabled={channel !== undefined}
          data={types.map(({ type }) => ({ value: String(type), label: channelTypeName(type) }))}
          {...form.choice('type')}
          onChange={handleType}
        />
        {draft.type !== '' && !isWebType(draft.type) ? (
          <Select
            label={say('vendor')}
            withAsterisk
            description={chosen && !chosen.isAllowed ? say('sandboxOnlyHint') : undefined}
            data={vendorChoices(vendors, channel?.vendor, say('sandboxOnly'))}
            {...form.choice('vendor')}
            error={faults.vendor ?? (vendors.length === 0 ? say('noVendor') : undefined)}
            onChange={handleVendor}
          />
        ) : null}
        {chosen?.closed ? <Alert color="yellow">{chosen.closed}</Alert> : null}
        {assumed.length > 0 ? (
          <Alert color="yellow" title={say('assumed')}>
            {say('assumedHint', { features: assumed.join(', ') })}
          </Alert>
        ) : null}
      </Stack>
    </Panel>
  );
}

/** A vendor that the brand does not list may be tried in the sandbox; the stored one of a channel is always there. */
function vendorChoices(vendors: readonly { vendor: string; isAllowed: boolean }[], stored: string | undefined, sandboxOnly: string) {
  const choices = vendors.map(({ vendor, isAllowed }) => ({ value: vendor, label: isAllowed ? vendor : `${vendor} · ${sandboxOnly}` }));
  return stored === undefined || vendors.some(({ vendor }) => vendor === stored) ? choices : [...choices, { value: stored, label: stored }];
}
