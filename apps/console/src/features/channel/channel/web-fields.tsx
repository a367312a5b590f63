import { ColorInput, Switch, TagsInput, Textarea, TextInput } from '@mantine/core';
import { Suspense } from 'react';
import { late } from '../../../lib/late.ts';
import { useWords } from '../../../lib/words.ts';
import { channelWords } from '../../../locales/channel.ts';
import type { ChannelDraft } from './channel-draft.ts';

/** Templates come with their schemas, which no other channel needs. */
const AnswersField = late(() => import('./answers-field.tsx').then((module) => module.AnswersField));

type WebFieldsProps = { draft: ChannelDraft; errors: Readonly<Record<string, string>>; onChange: (change: Partial<ChannelDraft>) => void };

/** Texts of a website's chat, the way on by e-mail or WhatsApp where there is a channel for it, and the websites that show it. */
export function WebFields({ draft, errors, onChange }: WebFieldsProps) {
  const say = useWords(channelWords.channel);
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
      <Suspense>
        <AnswersField draft={draft} errors={errors} onChange={onChange} />
      </Suspense>
      <Switch
        label={say('watchesVisitors')}
        description={say('watchesVisitorsHint')}
        checked={draft.watchesVisitors}
        onChange={(event) => onChange({ watchesVisitors: event.currentTarget.checked })}
      />
    </>
  );
}
