import { ColorInput, Select, Switch, TagsInput, Textarea, TextInput } from '@mantine/core';
import { channelTypes } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { useWords } from '../../../lib/words.ts';
import { channelWords } from '../../../locales/channel.ts';
import { channelNamesQuery } from '../shared/channel-options.ts';
import type { ChannelDraft } from './channel-draft.ts';

type WebFieldsProps = { draft: ChannelDraft; errors: Readonly<Record<string, string>>; onChange: (change: Partial<ChannelDraft>) => void };

const noChannel = 'none';

/** Texts of a website's chat, the way on by e-mail where there is a channel for it, and the websites that show it. */
export function WebFields({ draft, errors, onChange }: WebFieldsProps) {
  const say = useWords(channelWords.channel);
  const { data: channels } = useQuery(channelNamesQuery);
  const mailChannels = [
    { value: noChannel, label: say('mailChannelNone') },
    ...(channels ?? []).filter(({ type }) => type === channelTypes.EMAIL).map(({ id, name }) => ({ value: id, label: name })),
  ];
  return (
    <>
      <TagsInput
        label={say('domains')}
        description={say('domainsHint')}
        error={errors.allowedDomains}
        value={draft.allowedDomains}
        onChange={(allowedDomains) => onChange({ allowedDomains })}
        acceptValueOnBlur
        maxTags={50}
      />
      <TextInput
        label={say('webTitle')}
        maxLength={60}
        error={errors.title}
        value={draft.title}
        onChange={(event) => onChange({ title: event.currentTarget.value })}
      />
      <Textarea
        label={say('greeting')}
        maxLength={300}
        autosize
        error={errors.greeting}
        value={draft.greeting}
        onChange={(event) => onChange({ greeting: event.currentTarget.value })}
      />
      <ColorInput
        label={say('colour')}
        format="hex"
        error={errors.colour}
        value={draft.colour}
        onChange={(colour) => onChange({ colour })}
      />
      {mailChannels.length > 1 ? (
        <Select
          label={say('mailChannel')}
          description={say('mailChannelHint')}
          allowDeselect={false}
          data={mailChannels}
          // An empty value would be no choice.
          value={draft.mailChannelId || noChannel}
          error={errors.mailChannelId}
          onChange={(value) => onChange({ mailChannelId: value === noChannel ? '' : (value ?? '') })}
        />
      ) : null}
      <Switch
        label={say('watchesVisitors')}
        description={say('watchesVisitorsHint')}
        checked={draft.watchesVisitors}
        onChange={(event) => onChange({ watchesVisitors: event.currentTarget.checked })}
      />
    </>
  );
}
