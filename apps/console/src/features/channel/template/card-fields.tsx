import { ActionIcon, Button, Select, Text } from '@mantine/core';
import { moreTemplateLimits, type TemplateButton, type TemplateKind, templateLimits } from '@parley/contract';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { Panel } from '../../../components/panel.tsx';
import type { ChangeDraft } from '../../../lib/use-typed.ts';
import { useWords } from '../../../lib/words.ts';
import { channelWords } from '../../../locales/channel.ts';
import { ButtonFields } from './button-fields.tsx';
import { LimitedText } from './limited-text.tsx';
import { SampleField } from './sample-field.tsx';
import classes from './template.module.css';
import type { FaultOf } from './template-draft.ts';
import { type DraftCard, newButton, newCard, type TemplateDraft } from './template-draft.ts';

type CardFieldsProps = { kind: TemplateKind; draft: TemplateDraft; faultOf: FaultOf; onChange: ChangeDraft<TemplateDraft> };
type MediaFormat = DraftCard['header']['format'];

/** The cards of a carousel, or the one card of RCS. On WhatsApp all have the same kinds of media and buttons, so these change together. */
export function CardFields({ kind, draft, faultOf, onChange }: CardFieldsProps) {
  const say = useWords(channelWords.template);
  const { cards } = draft;
  const isAlike = kind === 'whatsapp';
  const isCarousel = draft.shape === 'carousel';
  const setAll = (change: (card: DraftCard) => DraftCard) => onChange((now) => ({ cards: now.cards.map(change) }));
  const setOne = (key: number, part: Partial<DraftCard>) => setAll((card) => (card.key === key ? { ...card, ...part } : card));
  const setFormat = (format: MediaFormat, key?: number) =>
    setAll((card) => (key === undefined || card.key === key ? { ...card, header: { ...card.header, format, fileId: '', url: '' } } : card));
  const formats: MediaFormat[] = isAlike ? ['IMAGE', 'VIDEO'] : ['NONE', 'IMAGE', 'VIDEO'];
  const first = cards[0];
  const fault = faultOf('cards');
  return (
    <Panel title={say(isCarousel ? 'cards' : 'card')}>
      {isAlike && first ? (
        <Select
          label={say('cardMedia')}
          allowDeselect={false}
          data={formats.map((format) => ({ value: format, label: say(format) }))}
          value={first.header.format}
          onChange={(format) => setFormat(format as MediaFormat)}
        />
      ) : null}
      {isCarousel || isAlike ? null : (
        <Select
          label={say('orientation')}
          allowDeselect={false}
          data={(['VERTICAL', 'HORIZONTAL'] as const).map((value) => ({ value, label: say(value) }))}
          value={draft.extra.orientation}
          onChange={(orientation) =>
            onChange({ extra: { ...draft.extra, orientation: orientation === 'HORIZONTAL' ? 'HORIZONTAL' : 'VERTICAL' } })
          }
        />
      )}
      {fault ? (
        <Text size="sm" c="red" role="alert">
          {fault}
        </Text>
      ) : null}
      <ol className={classes.list}>
        {cards.map((card, index) => (
          <li key={card.key} className={classes.item}>
            <div className={classes.itemHead}>
              <span>{say('cardNumber', { number: index + 1 })}</span>
              {isCarousel && cards.length > templateLimits.cardsLeast ? (
                <ActionIcon
                  variant="subtle"
                  color="red"
                  aria-label={say('removeCard', { number: index + 1 })}
                  onClick={() => onChange({ cards: cards.filter(({ key }) => key !== card.key) })}
                >
                  <IconTrash size={15} />
                </ActionIcon>
              ) : null}
            </div>
            {isAlike ? null : (
              <div className={classes.row}>
                <Select
                  label={say('mediaOf', { number: index + 1 })}
                  allowDeselect={false}
                  data={formats.map((format) => ({ value: format, label: say(format) }))}
                  value={card.header.format}
                  onChange={(format) => setFormat(format as MediaFormat, card.key)}
                />
                <Select
                  label={say('height', { number: index + 1 })}
                  allowDeselect={false}
                  data={(isCarousel ? (['SHORT', 'MEDIUM'] as const) : (['SHORT', 'MEDIUM', 'TALL'] as const)).map((value) => ({
                    value,
                    label: say(value),
                  }))}
                  value={card.header.height}
                  onChange={(height) => setOne(card.key, { header: { ...card.header, height: height as DraftCard['header']['height'] } })}
                />
              </div>
            )}
            {card.header.format === 'NONE' ? null : (
              <SampleField
                label={say('mediaOf', { number: index + 1 })}
                format={card.header.format}
                url={card.header.url}
                error={faultOf(`cards.${index}.header`)}
                onChange={(fileId, url) =>
                  setAll((one) => (one.key === card.key ? { ...one, header: { ...one.header, fileId, url } } : one))
                }
              />
            )}
            {isAlike ? null : (
              <LimitedText
                label={say('cardTitle', { number: index + 1 })}
                limit={moreTemplateLimits.rcsTitle}
                text={card.title}
                field={`cards.${index}.title`}
                faultOf={faultOf}
                onChange={({ text }) => setOne(card.key, { title: text ?? '' })}
              />
            )}
            <LimitedText
              label={say('cardBody', { number: index + 1 })}
              limit={isAlike ? templateLimits.cardBody : moreTemplateLimits.rcsText}
              rows={2}
              text={card.body.text}
              samples={card.body.samples}
              field={`cards.${index}.body`}
              faultOf={faultOf}
              onChange={(part) => setOne(card.key, { body: { ...card.body, ...part } })}
            />
            <ButtonFields
              field={`cards.${index}.buttons`}
              buttons={card.buttons}
              types={isAlike ? ['QUICK_REPLY', 'URL', 'PHONE_NUMBER'] : ['QUICK_REPLY', 'URL', 'PHONE_NUMBER', 'LOCATION']}
              limit={isAlike ? templateLimits.buttonsOfCard : moreTemplateLimits.suggestions}
              addLabel={say('addButton')}
              faultOf={faultOf}
              onChange={(buttons) => setOne(card.key, { buttons })}
              {...(isAlike
                ? {
                    onAdd: (type: TemplateButton['type']) => setAll((one) => ({ ...one, buttons: [...one.buttons, newButton(type)] })),
                    onRemove: (at: number) => setAll((one) => ({ ...one, buttons: one.buttons.filter((_button, place) => place !== at) })),
                  }
                : {})}
            />
          </li>
        ))}
      </ol>
      {isCarousel && cards.length < templateLimits.cardsMost ? (
        <Button
          variant="light"
          size="compact-sm"
          w="fit-content"
          leftSection={<IconPlus size={14} aria-hidden />}
          onClick={() => onChange({ cards: [...cards, isAlike ? newCard(first?.buttons, first?.header.format) : newCard()] })}
        >
          {say('addCard')}
        </Button>
      ) : null}
    </Panel>
  );
}
