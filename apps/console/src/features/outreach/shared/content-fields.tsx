import { Table, Text } from '@mantine/core';
import { type MessageMedia, mediaFormatOf, partOf, type Template } from '@parley/contract';
import { useWords } from '../../../lib/words.ts';
import { outreachWords } from '../../../locales/outreach.ts';
import classes from './broadcast.module.css';
import { ChannelPicker, type ChosenChannel, TemplatePicker } from './channel-picker.tsx';
import { MediaChoice } from './media-choice.tsx';

export type Content = { template: Template | undefined; media: MessageMedia | undefined; cards: (MessageMedia | undefined)[] };

type ContentFieldsProps = Content & {
  channelId: string;
  channel: ChosenChannel | undefined;
  isChannelFixed: boolean;
  /** The template with all of its components; it may arrive after the chosen one */
  full: Template | undefined;
  faults: { channel?: string | undefined; template?: string | undefined };
  onChannel: (channel: ChosenChannel | undefined) => void;
  onTemplate: (template: Template | undefined) => void;
  onMedia: (media: MessageMedia | undefined) => void;
  onCards: (cards: (MessageMedia | undefined)[]) => void;
};

/** Content of a message: a channel, one of its approved templates, and the media that the template needs. */
export function ContentFields(props: ContentFieldsProps) {
  const say = useWords(outreachWords.broadcast);
  const { channelId, channel, isChannelFixed, template, full, media, cards: chosen, faults } = props;
  const format = full ? mediaFormatOf(full.components) : undefined;
  const cards = full ? (partOf(full.components, 'CAROUSEL')?.cards ?? []) : [];
  return (
    <>
      <div className={classes.row}>
        <ChannelPicker value={channel} isDisabled={isChannelFixed} error={faults.channel} onChange={props.onChannel} />
        <TemplatePicker channelId={channelId} value={template} error={faults.template} onChange={props.onTemplate} />
      </div>
      {format ? (
        <div>
          <Text size="sm" fw={500}>
            {say('media')}
          </Text>
          <MediaChoice label={say('media')} format={format} channelType={channel?.type ?? -1} value={media} onChange={props.onMedia} />
        </div>
      ) : null}
      {cards.some(({ header }) => header.format !== 'NONE') ? (
        <Table aria-label={say('carousel')} verticalSpacing="sm">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{say('cardColumn')}</Table.Th>
              <Table.Th>{say('mediaColumn')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {cards.map(({ header }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: cards have no other name than their place
              <Table.Tr key={index}>
                <Table.Td>{index + 1}</Table.Td>
                <Table.Td>
                  {header.format === 'NONE' ? (
                    '–'
                  ) : (
                    <MediaChoice
                      label={say('mediaOfCard', { number: index + 1 })}
                      format={header.format}
                      channelType={channel?.type ?? -1}
                      value={chosen[index]}
                      onChange={(next) =>
                        props.onCards(Array.from({ length: cards.length }, (_card, at) => (at === index ? next : chosen[at])))
                      }
                    />
                  )}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      ) : null}
    </>
  );
}
