import { Select } from '@mantine/core';
import { answerVariable, channelTypes } from '@parley/contract';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useWords } from '../../../lib/words.ts';
import { channelWords } from '../../../locales/channel.ts';
import { channelNamesQuery } from '../shared/channel-options.ts';
import { approvedTemplatesQuery, templateQuery } from '../shared/template.queries.ts';
import type { ChannelDraft } from './channel-draft.ts';

type AnswersFieldProps = {
  draft: ChannelDraft;
  errors: Readonly<Record<string, string>>;
  onChange: (change: Partial<ChannelDraft>) => void;
};

const noChannel = 'none';

/** The way of answers to visitors who have left: not at all, by one channel of e-mail, or by one of WhatsApp with its template. */
export function AnswersField({ draft, errors, onChange }: AnswersFieldProps) {
  const say = useWords(channelWords.channel);
  const { data: channels = [] } = useQuery(channelNamesQuery);
  const optionsOf = (wanted: number) => channels.filter(({ type }) => type === wanted).map(({ id, name }) => ({ value: id, label: name }));
  const [mails, phones] = [optionsOf(channelTypes.EMAIL), optionsOf(channelTypes.WHATSAPP)];
  if (mails.length + phones.length === 0) return null;
  const groups = [
    { group: say('answersByMail'), items: mails },
    { group: say('answersByWhatsApp'), items: phones },
  ].filter(({ items }) => items.length > 0);
  const handleChange = (value: string | null) => {
    const isPhone = phones.some((one) => one.value === value);
    const id = value === noChannel ? '' : (value ?? '');
    onChange({ mailChannelId: isPhone ? '' : id, whatsAppChannelId: isPhone ? id : '', whatsAppTemplateId: '' });
  };
  return (
    <>
      <Select
        label={say('mailChannel')}
        description={say('mailChannelHint')}
        allowDeselect={false}
        data={[{ value: noChannel, label: say('mailChannelNone') }, ...groups]}
        // An empty value would be no choice.
        value={draft.whatsAppChannelId || draft.mailChannelId || noChannel}
        error={errors.mailChannelId || errors.whatsAppChannelId}
        onChange={handleChange}
      />
      {draft.whatsAppChannelId ? (
        <TemplateField
          channelId={draft.whatsAppChannelId}
          value={draft.whatsAppTemplateId}
          error={errors.whatsAppTemplateId}
          onChange={(whatsAppTemplateId) => onChange({ whatsAppTemplateId })}
        />
      ) : null}
    </>
  );
}

type TemplateFieldProps = { channelId: string; value: string; error: string | undefined; onChange: (templateId: string) => void };

/** An approved template that needs no value, or one of its body. */
function TemplateField({ channelId, value, error, onChange }: TemplateFieldProps) {
  const say = useWords(channelWords.channel);
  const [name, setName] = useState('');
  const { data } = useInfiniteQuery(approvedTemplatesQuery(channelId, name));
  const { data: chosen } = useQuery({ ...templateQuery(value), enabled: value !== '' });
  const fitting = (data?.pages ?? [])
    .flatMap(({ templates }) => templates)
    .filter((template) => answerVariable(template) !== undefined)
    .map((template) => ({ value: template.id, label: `${template.name} (${template.language})` }));
  const isListed = fitting.some((one) => one.value === value);
  const current = chosen && !isListed ? [{ value: chosen.id, label: `${chosen.name} (${chosen.language})` }] : [];
  return (
    <Select
      label={say('answerTemplate')}
      description={say('answerTemplateHint')}
      withAsterisk
      searchable
      data={[...current, ...fitting]}
      nothingFoundMessage={say('answerTemplateNone')}
      value={value || null}
      error={error}
      onSearchChange={(text) => setName(fitting.some(({ label }) => label === text) ? '' : text)}
      onChange={(id) => onChange(id ?? '')}
    />
  );
}
