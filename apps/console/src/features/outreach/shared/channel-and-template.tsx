import { Text } from '@mantine/core';

type ChannelAndTemplateProps = { channelName: string; templateName: string; templateStatus: string };

/** A cell of two lines: the channel, and below it the template, whose status has a colour when it keeps the template from being sent. */
export const ChannelAndTemplate = ({ channelName, templateName, templateStatus }: ChannelAndTemplateProps) => (
  <>
    {channelName || '–'}
    {templateName === '' ? null : (
      <Text size="xs" c="dimmed">
        {templateName}
        {templateStatus === '' ? null : ' · '}
        <Text span inherit c={templateStatus === 'APPROVED' ? undefined : 'orange'}>
          {templateStatus}
        </Text>
      </Text>
    )}
  </>
);
