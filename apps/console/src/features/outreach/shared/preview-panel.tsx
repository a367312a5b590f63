import { ActionIcon, Group, Text } from '@mantine/core';
import { type BroadcastCheck, overlongParts, type Template, toTemplateValues, variableGroups } from '@parley/contract';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useState } from 'react';
import { Panel } from '../../../components/panel.tsx';
import { useWords } from '../../../lib/words.ts';
import { outreachWords } from '../../../locales/outreach.ts';
import { TemplatePhone } from '../../channel/shared/template-phone.tsx';
import { toPreview } from '../../channel/shared/to-preview.ts';
import { labelsOf, type SendDraft, shownValues } from './send-draft.ts';

type PreviewPanelProps = {
  template: Template | undefined;
  draft: Pick<SendDraft, 'values' | 'media' | 'cards'>;
  previews: BroadcastCheck['previews'];
};

/** The template as it is mapped; once the numbers are checked, as each of the first recipients reads it. */
export function PreviewPanel({ template, draft, previews }: PreviewPanelProps) {
  const say = useWords(outreachWords.broadcast);
  const [at, setAt] = useState(0);
  if (!template)
    return (
      <Panel title={say('preview')}>
        <Text size="sm" c="dimmed">
          {say('noPreview')}
        </Text>
      </Panel>
    );
  const recipient = previews[Math.min(at, previews.length - 1)];
  // Values as they leave: the customer's phone shows no line break of a value.
  const values = toTemplateValues(template.channelType, recipient ? recipient.values : shownValues(draft.values));
  const [overlong] = overlongParts(template.channelType, template.components, values);
  const labels = labelsOf(variableGroups(template.components));
  const move = (step: number) => setAt((old) => (Math.min(old, previews.length - 1) + step + previews.length) % previews.length);
  return (
    <Panel title={say('preview')}>
      {recipient ? (
        <Group justify="space-between" wrap="nowrap" role="group" aria-label={say('preview')}>
          <ActionIcon variant="subtle" color="gray" aria-label={say('previous')} onClick={() => move(-1)}>
            <IconChevronLeft size={16} />
          </ActionIcon>
          <div>
            <Text size="sm" ta="center">
              {say('previewFor', { name: recipient.name || recipient.number, interpolation: { escapeValue: false } })}
            </Text>
            <Text size="xs" c="dimmed" ta="center" className="tabular">
              {say('previewPlace', { number: Math.min(at, previews.length - 1) + 1, count: previews.length })}
            </Text>
          </div>
          <ActionIcon variant="subtle" color="gray" aria-label={say('next')} onClick={() => move(1)}>
            <IconChevronRight size={16} />
          </ActionIcon>
        </Group>
      ) : null}
      {recipient && recipient.missing.length > 0 ? (
        <Text size="sm" c="red" role="alert">
          {say('missing', {
            names: recipient.missing.map((key) => labels.get(key) ?? key).join(', '),
            interpolation: { escapeValue: false },
          })}
        </Text>
      ) : null}
      {overlong ? (
        <Text size="sm" c="red" role="alert">
          {say('tooLong', {
            names: overlong.keys.map((key) => labels.get(key) ?? key).join(', '),
            length: overlong.length,
            maximum: overlong.maximum,
            interpolation: { escapeValue: false },
          })}
        </Text>
      ) : null}
      <TemplatePhone content={toPreview(template.components, values, { header: draft.media, cards: draft.cards })} />
    </Panel>
  );
}
