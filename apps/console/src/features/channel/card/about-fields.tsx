import { Group, SegmentedControl, Select, TextInput } from '@mantine/core';
import { type CardHeight, cardHeights, cardLayouts, richCardKinds, richCardLimits } from '@parley/contract';
import { useWords } from '../../../lib/words.ts';
import { channelWords } from '../../../locales/channel.ts';
import { type CardDraft, type FaultOf, newPart } from './card-draft.ts';

type AboutFieldsProps = { draft: CardDraft; faultOf: FaultOf; onChange: (part: Partial<CardDraft>) => void };

/** The name of a card, its kind and its looks. A row has two cards at least, and no tall ones. */
export function AboutFields({ draft, faultOf, onChange }: AboutFieldsProps) {
  const say = useWords(channelWords.card);
  const isRow = draft.kind === 'carousel';
  const turnInto = (kind: CardDraft['kind']) =>
    onChange(
      kind === 'card'
        ? { kind, parts: draft.parts.slice(0, 1) }
        : {
            kind,
            layout: 'vertical',
            height: draft.height === 'tall' ? 'medium' : draft.height,
            parts: draft.parts.length > 1 ? draft.parts : [...draft.parts, newPart()],
          },
    );
  return (
    <>
      <TextInput
        label={say('name')}
        required
        maxLength={richCardLimits.nameLength}
        value={draft.name}
        error={faultOf('name')}
        onChange={(event) => onChange({ name: event.currentTarget.value })}
      />
      <Group gap="lg" align="end">
        <SegmentedControl
          aria-label={say('kind')}
          value={draft.kind}
          onChange={turnInto}
          data={richCardKinds.map((kind) => ({ value: kind, label: say(kind) }))}
        />
        <Select
          label={say('height')}
          w={150}
          allowDeselect={false}
          value={draft.height}
          error={faultOf('height')}
          onChange={(height) => height && onChange({ height: height as CardHeight })}
          data={cardHeights
            .filter((height) => !isRow || height !== 'tall')
            .map((height) => ({ value: height, label: say(`height_${height}`) }))}
        />
        {isRow ? null : (
          <Select
            label={say('layout')}
            w={180}
            allowDeselect={false}
            value={draft.layout}
            onChange={(layout) => layout && onChange({ layout: layout as CardDraft['layout'] })}
            data={cardLayouts.map((layout) => ({ value: layout, label: say(`layout_${layout}`) }))}
          />
        )}
      </Group>
    </>
  );
}
