import { Button, Combobox, Text, TextInput, useCombobox } from '@mantine/core';
import { type Entity, entityPickerPage, entityTypes } from '@parley/contract';
import { useState } from 'react';
import { describeFailure } from '../../../lib/errors.ts';
import { useWords } from '../../../lib/words.ts';
import { botWords } from '../../../locales/bot.ts';
import { commonWords } from '../../../locales/common.ts';
import type { DraftParameter, Mark } from './intent-draft.ts';
import classes from './intents.module.css';
import type { WordRange } from './phrase-segments.ts';
import { WordsField } from './words-field.tsx';

export type PickerEntities = {
  data: { entities: Entity[]; more: boolean } | undefined;
  isError: boolean;
  refetch: () => unknown;
  /** Makes a custom entity with its first value. @throws ApiError with what is wrong with it */
  create: (name: string, value: string) => Promise<Pick<Entity, 'id' | 'name'>>;
};

export type EntityPickerProps = {
  text: string;
  range: WordRange | undefined;
  parameters: readonly DraftParameter[];
  entities: PickerEntities;
  onRange: (range: WordRange | undefined) => void;
  onPick: (mark: Omit<Mark, 'start' | 'end'>) => void;
};

type Choice = { value: string; label: string; hint: string; mark: Omit<Mark, 'start' | 'end'> };

/** An entity, the parameters of it that there are already, and one more of it. */
function toChoices(entity: Entity, parameters: readonly DraftParameter[], another: string): Choice[] {
  const own = parameters.filter(({ id }) => id === entity.id);
  const mark = { entity: { id: entity.id, name: entity.name } };
  if (own.length === 0) return [{ value: entity.id, label: entity.name, hint: entity.description, mark }];
  return [
    ...own.map(({ key, name }) => ({ value: `${entity.id} ${key}`, label: name, hint: entity.name, mark: { ...mark, parameter: key } })),
    { value: `${entity.id} new`, label: another, hint: '', mark: { ...mark, parameter: 'new' as const } },
  ];
}

const newEntity = 'new entity';

/** Chooses words and their entity. Everything in it is reachable by keyboard. */
export function EntityPicker({ text, range, parameters, entities, onRange, onPick }: EntityPickerProps) {
  const say = useWords(botWords.intent);
  const sayCommon = useWords(commonWords.ui);
  const combobox = useCombobox();
  const [filter, setFilter] = useState('');
  const [fault, setFault] = useState<string>();
  // The focus begins with the words, unless they are chosen already.
  const [beganWithWords] = useState(range !== undefined);
  const wanted = filter.trim().toLowerCase();
  const found = (entities.data?.entities ?? []).filter(
    ({ name, description }) => name.toLowerCase().includes(wanted) || description.toLowerCase().includes(wanted),
  );
  const groups = [
    { label: say('custom'), of: found.filter(({ type }) => type !== entityTypes.system) },
    { label: say('system'), of: found.filter(({ type }) => type === entityTypes.system) },
  ].map(({ label, of }) => ({
    label,
    choices: of.flatMap((entity) => toChoices(entity, parameters, say('another', { name: entity.name }))),
  }));
  const words = range ? text.slice(range.start, range.end + 1) : '';
  const canCreate = wanted !== '' && words !== '' && !(entities.data?.entities ?? []).some(({ name }) => name.toLowerCase() === wanted);
  const create = async () => {
    setFault(undefined);
    try {
      onPick({ entity: await entities.create(filter.trim(), words) });
    } catch (error) {
      setFault(describeFailure(error).message);
    }
  };
  const choices = new Map(groups.flatMap((group) => group.choices).map((choice) => [choice.value, choice]));

  return (
    <Combobox
      store={combobox}
      onOptionSubmit={(value) => {
        if (value === newEntity) void create();
        const choice = choices.get(value);
        if (choice) onPick(choice.mark);
      }}
    >
      <Text fw={600} size="sm" mb={6}>
        {say('pickerTitle')}
      </Text>
      <WordsField text={text} range={range} hasFocusFirst={!beganWithWords} onRange={onRange} />
      <Text size="xs" c="dimmed" my={6} aria-live="polite">
        {range ? say('chosen', { words: words }) : say('chooseWords')}
      </Text>
      <Combobox.EventsTarget>
        <TextInput
          size="xs"
          type="search"
          aria-label={say('filterEntities')}
          placeholder={say('filterEntities')}
          data-autofocus={beganWithWords || undefined}
          value={filter}
          onChange={(event) => {
            setFilter(event.currentTarget.value);
            combobox.updateSelectedOptionIndex('active');
          }}
        />
      </Combobox.EventsTarget>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <div className={classes.pickerList} tabIndex={0}>
        <Combobox.Options aria-label={say('pickerTitle')}>
          {groups.map(({ label, choices: group }) =>
            group.length > 0 ? (
              <Combobox.Group key={label} label={label}>
                {group.map(({ value, label: name, hint }) => (
                  <Combobox.Option key={value} value={value} disabled={!range}>
                    {name}
                    {hint ? (
                      <Text size="xs" c="dimmed" lineClamp={1}>
                        {hint}
                      </Text>
                    ) : null}
                  </Combobox.Option>
                ))}
              </Combobox.Group>
            ) : null,
          )}
          {canCreate ? <Combobox.Option value={newEntity}>{say('createEntity', { name: filter.trim(), words })}</Combobox.Option> : null}
          {entities.data && choices.size === 0 && !canCreate ? <Combobox.Empty>{say('noEntities')}</Combobox.Empty> : null}
          {!entities.data && !entities.isError ? <Combobox.Empty>{sayCommon('loading')}</Combobox.Empty> : null}
        </Combobox.Options>
      </div>
      {fault ? (
        <Text size="xs" c="red" role="alert">
          {fault}
        </Text>
      ) : null}
      {entities.isError && !entities.data ? (
        <Text size="xs" role="alert">
          {say('entitiesFailed')}{' '}
          <Button size="compact-xs" variant="default" onClick={() => void entities.refetch()}>
            {sayCommon('tryAgain')}
          </Button>
        </Text>
      ) : null}
      {entities.data?.more ? (
        <Text size="xs" c="dimmed" mt={4}>
          {say('moreEntities', { count: entityPickerPage })}
        </Text>
      ) : null}
    </Combobox>
  );
}
