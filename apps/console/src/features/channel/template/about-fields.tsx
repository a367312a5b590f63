import { Select, TextInput } from '@mantine/core';
import { moreTemplateLimits, type TemplateCategory, type TemplateKind, templateCategories, templateKinds } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Panel } from '../../../components/panel.tsx';
import { useWords } from '../../../lib/words.ts';
import { channelWords } from '../../../locales/channel.ts';
import { languageName, languageOptions } from '../shared/language-name.ts';
import { channelsOfTypeQuery } from '../shared/template.queries.ts';
import classes from './template.module.css';
import type { FaultOf } from './template-draft.ts';
import { clamp, type TemplateDraft } from './template-draft.ts';

type AboutFieldsProps = {
  kind: TemplateKind;
  draft: TemplateDraft;
  /** The vendor knows it by its name and language */
  isKnown: boolean;
  hasChannel: boolean;
  faultOf: FaultOf;
  onChange: (part: Partial<TemplateDraft>) => void;
};

/** Channel, name, category and language, and what an SMS is registered as. */
export function AboutFields({ kind, draft, isKnown, hasChannel, faultOf, onChange }: AboutFieldsProps) {
  const say = useWords(channelWords.template);
  const channels = useQuery(channelsOfTypeQuery(templateKinds[kind]));
  const only = channels.data?.length === 1 ? channels.data[0]?.id : undefined;
  useEffect(() => {
    if (draft.channelId === '' && only) onChange({ channelId: only });
  }, [draft.channelId, only, onChange]);
  const setExtra = (part: Partial<TemplateDraft['extra']>) => onChange({ extra: { ...draft.extra, ...part } });
  const isListed = languageOptions.some(({ value }) => value === draft.language);
  const registered = [
    ['senderId', 20],
    ['principalEntityId', 40],
    ['registeredTemplateId', 60],
  ] as const;
  return (
    <Panel title={say('about')}>
      <div className={classes.row}>
        <Select
          label={say('channel')}
          withAsterisk
          data={(channels.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
          nothingFoundMessage={say('noChannel')}
          disabled={hasChannel}
          value={draft.channelId === '' ? null : draft.channelId}
          error={faultOf('channelId')}
          onChange={(channelId) => onChange({ channelId: channelId ?? '' })}
        />
        <TextInput
          label={say('name')}
          description={say('nameHint')}
          withAsterisk
          disabled={isKnown}
          value={draft.name}
          error={faultOf('name')}
          onChange={(event) => onChange({ name: clamp(event.currentTarget.value, moreTemplateLimits.name) })}
        />
      </div>
      <div className={classes.row}>
        <Select
          label={say('category')}
          allowDeselect={false}
          data={[...templateCategories]}
          value={draft.category}
          error={faultOf('category')}
          onChange={(category) =>
            onChange({
              category: category as TemplateCategory,
              shape: category === 'MARKETING' || kind !== 'whatsapp' ? draft.shape : 'plain',
            })
          }
        />
        <Select
          label={say('language')}
          allowDeselect={false}
          searchable
          disabled={isKnown}
          data={isListed ? languageOptions : [...languageOptions, { value: draft.language, label: languageName(draft.language) }]}
          value={draft.language}
          onChange={(language) => onChange({ language: language ?? draft.language })}
        />
      </div>
      {kind === 'sms' ? (
        <div className={classes.row}>
          {registered.map(([field, limit]) => (
            <TextInput
              key={field}
              label={say(field)}
              value={draft.extra[field]}
              error={faultOf(`extra.${field}`)}
              onChange={(event) => setExtra({ [field]: clamp(event.currentTarget.value, limit) })}
            />
          ))}
        </div>
      ) : null}
    </Panel>
  );
}
