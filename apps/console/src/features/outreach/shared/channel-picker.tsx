import type { Template } from '@parley/contract';
import { type ChannelType, channelTypeNames, templateKindOf } from '@parley/contract';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useWords } from '../../../lib/words.ts';
import { outreachWords } from '../../../locales/outreach.ts';
import { approvedTemplatesQuery } from '../../channel/shared/template.queries.ts';
import { channelPickerQuery } from './broadcast.queries.ts';
import { PagedSelect } from './paged-select.tsx';

export type ChosenChannel = { id: string; name: string; type: number };

type ChannelPickerProps = {
  value: ChosenChannel | undefined;
  isDisabled: boolean;
  error: string | undefined;
  onChange: (channel: ChosenChannel | undefined) => void;
};

/** Channels that take templates, 20 at a time. */
export function ChannelPicker({ value, isDisabled, error, onChange }: ChannelPickerProps) {
  const say = useWords(outreachWords.broadcast);
  const [name, setName] = useState('');
  const { data, hasNextPage, isFetching, fetchNextPage } = useInfiniteQuery(channelPickerQuery(name));
  const channels = (data?.pages ?? [])
    .flatMap(({ channelConfig }) => channelConfig)
    .filter(({ type }) => templateKindOf(type) !== undefined);
  // A page may hold none that takes templates.
  const isShort = hasNextPage && channels.length === 0;
  useEffect(() => {
    if (isShort && !isFetching) void fetchNextPage();
  }, [isShort, isFetching, fetchNextPage]);
  const labelOf = (channel: ChosenChannel) => `${channel.name} (${channelTypeNames[channel.type as ChannelType] ?? channel.type})`;
  return (
    <PagedSelect
      key={value?.id ?? ''}
      label={say('chooseChannel')}
      nothing={say('noChannel')}
      options={channels.map((channel) => ({ value: channel.id, label: labelOf(channel), disabled: !channel.isActive }))}
      selected={value ? { value: value.id, label: labelOf(value) } : undefined}
      error={error}
      isLoading={isFetching}
      isDisabled={isDisabled}
      hasMore={hasNextPage}
      onMore={() => void fetchNextPage()}
      onSearch={setName}
      onChange={(id) => {
        const chosen = channels.find((channel) => channel.id === id);
        onChange(chosen && { id: chosen.id, name: chosen.name, type: chosen.type });
      }}
    />
  );
}

type TemplatePickerProps = {
  channelId: string;
  value: Template | undefined;
  error: string | undefined;
  onChange: (template: Template | undefined) => void;
};

/** Approved templates of the channel, 20 at a time. */
export function TemplatePicker({ channelId, value, error, onChange }: TemplatePickerProps) {
  const say = useWords(outreachWords.broadcast);
  const [name, setName] = useState('');
  const { data, hasNextPage, isFetching, fetchNextPage } = useInfiniteQuery(approvedTemplatesQuery(channelId, name));
  const templates = channelId === '' ? [] : (data?.pages ?? []).flatMap(({ templates: page }) => page);
  const labelOf = (template: Template) => `${template.name} (${template.language})`;
  return (
    <PagedSelect
      key={`${channelId} ${value?.id ?? ''}`}
      label={say('chooseTemplate')}
      nothing={say('noTemplate')}
      options={templates.map((template) => ({ value: template.id, label: labelOf(template) }))}
      selected={value ? { value: value.id, label: labelOf(value) } : undefined}
      error={error}
      isLoading={isFetching}
      isDisabled={channelId === ''}
      hasMore={hasNextPage}
      onMore={() => void fetchNextPage()}
      onSearch={setName}
      onChange={(id) => onChange(templates.find((template) => template.id === id))}
    />
  );
}
