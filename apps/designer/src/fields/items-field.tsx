import { Collapse, Group, Paper, SegmentedControl, Stack, TagsInput, TextInput, UnstyledButton } from '@mantine/core';
import type { ChoiceItem } from '@parley/journey';
import { useWords } from '@parley/ui/words';
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { useState } from 'react';
import { newId } from '../editor/edits.ts';
import { designerWords } from '../words.ts';
import { useForm } from './form-context.ts';
import { Rows } from './rows.tsx';
import { TextField } from './text-field.tsx';

type Props = {
  label: string;
  items: readonly ChoiceItem[];
  onChange: (items: ChoiceItem[]) => void;
  least?: number;
  most?: number;
  hasActions?: boolean;
  description?: string;
};

/** Items that the customer can tap. Each keeps its id for life, so a new title breaks no edge. */
export function ItemsField({ label, items, onChange, least = 1, most = 100, hasActions = true, description }: Props) {
  return (
    <Rows
      label={label}
      description={description}
      rows={items}
      least={least}
      most={most}
      canMove
      keyOf={({ id }) => id}
      make={(): ChoiceItem => ({ id: newId(), title: {}, short: {}, description: {}, synonyms: [], action: { kind: 'reply' } })}
      onChange={onChange}
      draw={(item, set) => <ItemField item={item} onChange={set} hasActions={hasActions} />}
    />
  );
}

function ItemField({ item, onChange, hasActions }: { item: ChoiceItem; onChange: (item: ChoiceItem) => void; hasActions: boolean }) {
  const say = useWords(designerWords.field);
  const { isReadOnly } = useForm();
  const [isOpen, setOpen] = useState(false);
  return (
    <Paper withBorder p="xs" radius="md">
      <Stack gap={6}>
        <TextField label={say('title')} isLine value={item.title} onChange={(title) => onChange({ ...item, title })} />
        <UnstyledButton aria-expanded={isOpen} onClick={() => setOpen(!isOpen)} fz="xs" c="dimmed">
          <Group gap={4}>
            {isOpen ? <IconChevronDown size={13} /> : <IconChevronRight size={13} />}
            {say('more')}
          </Group>
        </UnstyledButton>
        <Collapse expanded={isOpen}>
          <Stack gap={6}>
            <TextField
              label={say('shortTitle')}
              description={say('shortTitleWhy')}
              isLine
              value={item.short}
              onChange={(short) => onChange({ ...item, short })}
            />
            <TextField
              label={say('description')}
              isLine
              maxLength={200}
              value={item.description}
              onChange={(words) => onChange({ ...item, description: words })}
            />
            <TagsInput
              label={say('synonyms')}
              description={say('synonymsWhy')}
              readOnly={isReadOnly}
              maxTags={30}
              value={item.synonyms}
              onChange={(synonyms) => onChange({ ...item, synonyms: synonyms.map((word) => word.slice(0, 60)) })}
            />
            {hasActions && (
              <SegmentedControl
                size="xs"
                aria-label={say('action')}
                readOnly={isReadOnly}
                data={(['reply', 'url', 'call'] as const).map((kind) => ({ value: kind, label: say(`action_${kind}`) }))}
                value={item.action.kind}
                onChange={(kind) =>
                  onChange({
                    ...item,
                    action: kind === 'url' ? { kind, url: 'https://' } : kind === 'call' ? { kind, phone: '' } : { kind: 'reply' },
                  })
                }
              />
            )}
            {item.action.kind === 'url' && (
              <TextInput
                label={say('address')}
                value={item.action.url}
                readOnly={isReadOnly}
                maxLength={2000}
                onChange={(event) => onChange({ ...item, action: { kind: 'url', url: event.currentTarget.value } })}
              />
            )}
            {item.action.kind === 'call' && (
              <TextInput
                label={say('phone')}
                value={item.action.phone}
                readOnly={isReadOnly}
                maxLength={30}
                onChange={(event) => onChange({ ...item, action: { kind: 'call', phone: event.currentTarget.value } })}
              />
            )}
          </Stack>
        </Collapse>
      </Stack>
    </Paper>
  );
}
