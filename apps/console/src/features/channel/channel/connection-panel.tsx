import { Button, Group, Stack, Text } from '@mantine/core';
import type { Channel, VendorField } from '@parley/contract';
import { Panel } from '../../../components/panel.tsx';
import { useWords } from '../../../lib/words.ts';
import { channelWords } from '../../../locales/channel.ts';
import { fieldsOf, fillSandbox } from './channel-draft.ts';
import { ProbeSteps } from './probe-steps.tsx';
import type { ChannelForm } from './use-channel-form.ts';
import { VendorInputs } from './vendor-inputs.tsx';

/** Keys of the vendor, and the test of the connection with them; nothing without a vendor. */
export function ConnectionPanel({ form, channel }: { form: ChannelForm; channel: Channel | undefined }) {
  const say = useWords(channelWords.channel);
  const { draft, change, lastTest } = form;
  if (fieldsOf(draft).length === 0) return null;

  const handleKey = (key: VendorField['key'], value: string) => {
    if (key === 'environment' && value === 'sandbox') change({ environment: value, ...fillSandbox(draft, channel) });
    else if (key === 'contactId' || key === 'environment') change({ [key]: value });
    else change((before) => ({ keys: { ...before.keys, [key]: value } }));
    form.setFault(key, undefined);
  };
  return (
    <Panel title={say('connection')} text={say('connectionHint')}>
      <Stack gap="sm">
        <VendorInputs draft={draft} channel={channel} errors={form.faults} onChange={handleKey} />
        <Group gap="sm">
          <Button variant="default" loading={form.isTesting} onClick={form.handleTest}>
            {say('test')}
          </Button>
        </Group>
        <div role="status">
          {lastTest ? (
            <Stack gap="xs">
              <ProbeSteps steps={lastTest.steps} />
              <Text size="sm" c={lastTest.isOk ? 'green' : 'red'}>
                {say(lastTest.isOk ? 'testOk' : 'testFailed')}
              </Text>
            </Stack>
          ) : null}
        </div>
      </Stack>
    </Panel>
  );
}
