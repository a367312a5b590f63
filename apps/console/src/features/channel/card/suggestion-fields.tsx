import { ActionIcon, Button, Menu, NumberInput, Text, TextInput } from '@mantine/core';
import { type RichCardSuggestion, richCardLimits, suggestionKinds } from '@parley/contract';
import { DateTimeField } from '@parley/ui/date-field';
import { IconArrowUp, IconPlus, IconTrash } from '@tabler/icons-react';
import { getEnterpriseZone } from '../../../lib/format.ts';
import { useWords } from '../../../lib/words.ts';
import { channelWords } from '../../../locales/channel.ts';
import classes from './card.module.css';
import { type FaultOf, newSuggestion } from './card-draft.ts';
import { WordsField } from './words-field.tsx';

type Shared = { field: string; language: string; faultOf: FaultOf };
type SuggestionFieldsProps = Shared & {
  suggestions: readonly RichCardSuggestion[];
  onChange: (suggestions: RichCardSuggestion[]) => void;
};

/** The suggestions of a card, one below the other, in the order in which they are shown. */
export function SuggestionFields({ field, language, faultOf, suggestions, onChange }: SuggestionFieldsProps) {
  const say = useWords(channelWords.card);
  const fault = faultOf(field);
  const moveUp = (place: number) => {
    const [moved, above] = [suggestions[place], suggestions[place - 1]];
    if (moved && above) onChange(suggestions.map((one, at) => (at === place ? above : at === place - 1 ? moved : one)));
  };
  return (
    <>
      <ul className={classes.list} aria-label={say('suggestions')}>
        {suggestions.map((suggestion, place) => (
          <li key={suggestion.id} className={classes.item}>
            <div className={classes.itemHead}>
              <span>{say(suggestion.action.kind)}</span>
              <span>
                {place > 0 ? (
                  <ActionIcon variant="subtle" color="gray" aria-label={say('moveUp', { number: place + 1 })} onClick={() => moveUp(place)}>
                    <IconArrowUp size={15} />
                  </ActionIcon>
                ) : null}
                <ActionIcon
                  variant="subtle"
                  color="red"
                  aria-label={say('removeSuggestion', { number: place + 1 })}
                  onClick={() => onChange(suggestions.filter(({ id }) => id !== suggestion.id))}
                >
                  <IconTrash size={15} />
                </ActionIcon>
              </span>
            </div>
            <div className={classes.row}>
              <WordsField
                label={say('suggestionTitle', { number: place + 1 })}
                limit={richCardLimits.suggestionLength}
                field={`${field}.${place}.title`}
                language={language}
                faultOf={faultOf}
                words={suggestion.title}
                onChange={(title) => onChange(suggestions.map((one) => (one.id === suggestion.id ? { ...one, title } : one)))}
              />
              <ActionFields
                number={place + 1}
                field={`${field}.${place}.action`}
                language={language}
                faultOf={faultOf}
                action={suggestion.action}
                onChange={(action) => onChange(suggestions.map((one) => (one.id === suggestion.id ? { ...one, action } : one)))}
              />
            </div>
          </li>
        ))}
      </ul>
      {fault ? (
        <Text size="sm" c="red" role="alert">
          {fault}
        </Text>
      ) : null}
      {suggestions.length >= richCardLimits.suggestions ? null : (
        <Menu position="bottom-start">
          <Menu.Target>
            <Button variant="light" size="compact-sm" w="fit-content" leftSection={<IconPlus size={14} aria-hidden />}>
              {say('addSuggestion')}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {suggestionKinds.map((kind) => (
              <Menu.Item key={kind} onClick={() => onChange([...suggestions, newSuggestion(kind)])}>
                {say(kind)}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
    </>
  );
}

type ActionFieldsProps = Shared & {
  number: number;
  action: RichCardSuggestion['action'];
  onChange: (action: RichCardSuggestion['action']) => void;
};

function ActionFields({ number, field, language, faultOf, action, onChange }: ActionFieldsProps) {
  const say = useWords(channelWords.card);
  const zone = { zone: getEnterpriseZone(), interpolation: { escapeValue: false } };
  switch (action.kind) {
    case 'reply':
      return (
        <TextInput
          label={say('payload', { number })}
          description={say('payloadHint')}
          maxLength={richCardLimits.payloadBytes}
          value={action.payload}
          error={faultOf(`${field}.payload`)}
          onChange={(event) => onChange({ ...action, payload: event.currentTarget.value })}
        />
      );
    case 'url':
      return (
        <TextInput
          label={say('address', { number })}
          type="url"
          maxLength={richCardLimits.urlLength}
          value={action.url}
          error={faultOf(`${field}.url`)}
          onChange={(event) => onChange({ ...action, url: event.currentTarget.value })}
        />
      );
    case 'call':
      return (
        <TextInput
          label={say('phone', { number })}
          type="tel"
          placeholder="+919800000001"
          maxLength={16}
          value={action.phone}
          error={faultOf(`${field}.phone`)}
          onChange={(event) => onChange({ ...action, phone: event.currentTarget.value })}
        />
      );
    case 'place':
      return (
        <>
          <NumberInput
            label={say('latitude', { number })}
            min={-90}
            max={90}
            decimalScale={6}
            hideControls
            value={action.latitude}
            error={faultOf(`${field}.latitude`)}
            onChange={(latitude) => onChange({ ...action, latitude: Number(latitude) })}
          />
          <NumberInput
            label={say('longitude', { number })}
            min={-180}
            max={180}
            decimalScale={6}
            hideControls
            value={action.longitude}
            error={faultOf(`${field}.longitude`)}
            onChange={(longitude) => onChange({ ...action, longitude: Number(longitude) })}
          />
          <TextInput
            label={say('placeLabel', { number })}
            maxLength={richCardLimits.labelLength}
            value={action.label}
            onChange={(event) => onChange({ ...action, label: event.currentTarget.value })}
          />
        </>
      );
    case 'askPlace':
      return null;
    case 'calendar':
      return (
        <>
          <WordsField
            label={say('eventTitle', { number })}
            limit={richCardLimits.titleLength}
            field={`${field}.title`}
            language={language}
            faultOf={faultOf}
            words={action.title}
            onChange={(title) => onChange({ ...action, title })}
          />
          <DateTimeField
            label={say('startsAt', { number })}
            description={say('zone', zone)}
            value={action.startsAt}
            error={faultOf(`${field}.startsAt`)}
            onChange={(startsAt) => onChange({ ...action, startsAt })}
          />
          <DateTimeField
            label={say('endsAt', { number })}
            description={say('zone', zone)}
            value={action.endsAt}
            error={faultOf(`${field}.endsAt`)}
            onChange={(endsAt) => onChange({ ...action, endsAt })}
          />
        </>
      );
  }
}
