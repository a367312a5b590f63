import { ActionIcon, Alert, Anchor, Button, Group, SegmentedControl, Select, Tooltip } from '@mantine/core';
import { type RichCard, richCardLimits } from '@parley/contract';
import { IconArrowLeft, IconPlus, IconTrash } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { PageHeader } from '../../../components/page-header.tsx';
import { Panel } from '../../../components/panel.tsx';
import { useWords } from '../../../lib/words.ts';
import { channelWords } from '../../../locales/channel.ts';
import { languageName, languageOptions } from '../shared/language-name.ts';
import { AboutFields } from './about-fields.tsx';
import classes from './card.module.css';
import { type CardDraft, type DraftPart, fieldOfPart, newPart, toDocument } from './card-draft.ts';
import { CardPreviews } from './card-previews.tsx';
import { OlderNote } from './older-note.tsx';
import { PartFields } from './part-fields.tsx';
import { useCardForm } from './use-card-form.ts';
import { VariableFields } from './variable-fields.tsx';
import { WordsField } from './words-field.tsx';

/** A card while it is written, below what each channel shows of it. */
export function CardForm({ card }: { card: RichCard | undefined }) {
  const say = useWords(channelWords.card);
  const { draft, change, faultOf, mayChange, isSaving, handleSave } = useCardForm(card);
  const [language, setLanguage] = useState(draft.languages[0] ?? 'en');
  const setPart = (part: DraftPart) => change({ parts: draft.parts.map((one) => (one.key === part.key ? part : one)) });
  const shared = { language, faultOf };
  return (
    <div className={classes.page}>
      <Anchor component={Link} to="/admin/richcard" size="sm">
        <Group gap={4}>
          <IconArrowLeft size={14} aria-hidden />
          {say('back')}
        </Group>
      </Anchor>
      <PageHeader title={card?.name ?? say('createTitle')} subtitle={say('formSubtitle')} />
      {card ? <OlderNote card={card} /> : null}
      {mayChange ? null : <Alert color="gray">{say('readOnly')}</Alert>}
      <Panel title={say('previews')} text={say('previewsText')}>
        <CardPreviews document={toDocument(draft)} language={language} />
      </Panel>
      <fieldset disabled={!mayChange} className={classes.form} aria-label={say('fields')}>
        <Panel title={say('about')} actions={<Languages draft={draft} language={language} onChoose={setLanguage} onChange={change} />}>
          <div className={classes.fields}>
            <AboutFields draft={draft} faultOf={faultOf} onChange={change} />
          </div>
        </Panel>
        {draft.parts.map((part, place) => (
          <Panel
            key={part.key}
            title={draft.kind === 'card' ? say('content') : say('cardNumber', { number: place + 1 })}
            actions={
              draft.kind === 'carousel' && draft.parts.length > richCardLimits.cardsLeast ? (
                <ActionIcon
                  variant="subtle"
                  color="red"
                  aria-label={say('removeCard', { number: place + 1 })}
                  onClick={() => change({ parts: draft.parts.filter(({ key }) => key !== part.key) })}
                >
                  <IconTrash size={15} />
                </ActionIcon>
              ) : null
            }
          >
            <div className={classes.fields}>
              <PartFields {...shared} field={fieldOfPart(draft, place)} part={part} onChange={setPart} />
            </div>
          </Panel>
        ))}
        {draft.kind === 'carousel' && draft.parts.length < richCardLimits.cardsMost ? (
          <Button
            variant="light"
            w="fit-content"
            leftSection={<IconPlus size={15} aria-hidden />}
            onClick={() => change({ parts: [...draft.parts, newPart()] })}
          >
            {say('addCard')}
          </Button>
        ) : null}
        <Panel title={say('elsewhere')} text={say('elsewhereText')}>
          <WordsField
            {...shared}
            label={say('smsText')}
            limit={richCardLimits.smsLength}
            rows={2}
            field="smsText"
            words={draft.smsText}
            onChange={(smsText) => change({ smsText })}
          />
        </Panel>
        <Panel title={say('variables')} text={say('variablesText', { example: '{{name}}', interpolation: { escapeValue: false } })}>
          <div className={classes.fields}>
            <VariableFields variables={draft.variables} faultOf={faultOf} onChange={(variables) => change({ variables })} />
          </div>
        </Panel>
      </fieldset>
      {mayChange ? (
        <div className={classes.footer}>
          <Button loading={isSaving} onClick={() => void handleSave()}>
            {say('save')}
          </Button>
        </div>
      ) : null}
    </div>
  );
}

type LanguagesProps = {
  draft: CardDraft;
  language: string;
  onChoose: (language: string) => void;
  onChange: (part: Partial<CardDraft>) => void;
};

/** The language that is written and shown; another one is added from all that templates know. */
function Languages({ draft: { languages }, language, onChoose, onChange }: LanguagesProps) {
  const say = useWords(channelWords.card);
  return (
    <Group gap="xs">
      {languages.length > 1 ? (
        <SegmentedControl
          size="xs"
          aria-label={say('language')}
          value={language}
          onChange={onChoose}
          data={languages.map((code) => ({ value: code, label: languageName(code) }))}
        />
      ) : null}
      {languages.length < richCardLimits.languages ? (
        <Tooltip label={say('addLanguage')}>
          <Select
            size="xs"
            w={160}
            aria-label={say('addLanguage')}
            placeholder={say('addLanguage')}
            searchable
            value={null}
            data={languageOptions.filter(({ value }) => !languages.includes(value))}
            onChange={(added) => {
              if (!added) return;
              onChange({ languages: [...languages, added] });
              onChoose(added);
            }}
          />
        </Tooltip>
      ) : null}
    </Group>
  );
}
