import { Button, Group, Stack } from '@mantine/core';
import type { Channel, ChannelOptions } from '@parley/contract';
import { Panel } from '../../../components/panel.tsx';
import { useWords } from '../../../lib/words.ts';
import { channelWords } from '../../../locales/channel.ts';
import { isWebType } from './channel-draft.ts';
import { ConnectionPanel } from './connection-panel.tsx';
import { EntryPanel } from './entry-panel.tsx';
import { NoDomain } from './no-domain.tsx';
import { useChannelForm } from './use-channel-form.ts';
import { VendorPanel } from './vendor-panel.tsx';
import { WebFields } from './web-fields.tsx';

export type ChannelFormProps = { channel: Channel | undefined; options: ChannelOptions; canSave: boolean };

/** Type, vendor, exactly the vendor's keys, who answers first, speed; tested before it is saved as active. */
export function ChannelForm({ channel, options, canSave }: ChannelFormProps) {
  const say = useWords(channelWords.channel);
  const form = useChannelForm(channel);
  const { draft, faults, change, lastTest } = form;
  const vendors = options.types.find(({ type }) => String(type) === draft.type)?.vendors ?? [];
  const hasFailed = lastTest !== undefined && !lastTest.isOk;

  return (
    <form noValidate onSubmit={form.handleSubmit} aria-label={channel?.name ?? say('createTitle')}>
      <Stack gap="md">
        <VendorPanel form={form} channel={channel} options={options} vendors={vendors} />
        <ConnectionPanel form={form} channel={channel} />
        {isWebType(draft.type) ? (
          <Panel title={say('web')}>
            <Stack gap="sm">
              <WebFields draft={draft} errors={faults} onChange={change} />
              {draft.allowedDomains.length === 0 ? <NoDomain /> : null}
            </Stack>
          </Panel>
        ) : null}
        <EntryPanel form={form} usualSpeed={vendors.find(({ vendor }) => vendor === draft.vendor)?.speedPerSecond} />
        {canSave ? (
          <Group justify="flex-end" gap="xs">
            {hasFailed ? (
              <Button variant="default" loading={form.isBusy} onClick={form.savePaused}>
                {say('savePaused')}
              </Button>
            ) : null}
            <Button type="submit" loading={form.isBusy || form.isTesting} disabled={hasFailed && draft.isActive}>
              {say('save')}
            </Button>
          </Group>
        ) : null}
      </Stack>
    </form>
  );
}
