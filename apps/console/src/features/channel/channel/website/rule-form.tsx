import {
  ActionIcon,
  Button,
  Group,
  Modal,
  NumberInput,
  SegmentedControl,
  Select,
  SimpleGrid,
  Stack,
  Switch,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core';
import type { SiteRule } from '@parley/contract';
import { IconPlus, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { DialogForm } from '../../../../components/dialog-form.tsx';
import { SaveFailure } from '../../../../components/save-failure.tsx';
import { gone } from '../../../../lib/gone.ts';
import { showToast } from '../../../../lib/toasts.ts';
import { useWords } from '../../../../lib/words.ts';
import { channelWords } from '../../../../locales/channel.ts';
import { commonWords } from '../../../../locales/common.ts';
import { useRecordDialog } from '../../../account/shared/use-record-form.ts';
import { outOfLimits, type RuleDraft, toBody, toDraft } from './rule-draft.ts';
import { siteRulesQuery, siteStreamsQuery, useSaveRule } from './website.queries.ts';

const mostAttributes = 3;

export type RuleFormProps = { channelId: string; rule: SiteRule | undefined; onClose: () => void };

/** The conditions of a rule and its words; a new one without `rule`. */
export function RuleForm({ channelId, rule, onClose }: RuleFormProps) {
  const say = useWords(channelWords.website);
  const sayCommon = useWords(commonWords.ui);
  const sayDone = useWords(commonWords.done);
  const save = useSaveRule(channelId);
  const form = useRecordDialog({
    record: rule,
    toDraft,
    read: async (client) =>
      (await client.fetchQuery({ ...siteRulesQuery(channelId), staleTime: 0 })).find(({ id }) => id === rule?.id) ?? gone(),
    check: (draft: RuleDraft) => ({
      ...Object.fromEntries(Object.entries(outOfLimits(draft)).map(([name, most]) => [name, say('limit', { most })])),
      name: draft.name.trim() === '' && say('nameEmpty'),
      greeting: draft.act === 'greeting' && draft.greeting.trim() === '' && say('greetingEmpty'),
      journeyId: draft.act === 'stream' && draft.journeyId === '' && say('streamEmpty'),
    }),
    save: (draft, version) => save.mutateAsync({ ...toBody(draft), ...(rule && version !== undefined ? { id: rule.id, version } : {}) }),
    onSaved: () => {
      showToast('success', sayDone(rule ? 'saved' : 'added'));
      onClose();
    },
    fieldOf: (path) => path.replace(/^conditions\./, ''),
  });
  const { field, box, draft, change } = form;
  const number = (name: 'seconds' | 'scroll' | 'visits' | 'cart' | 'notAgainDays') => ({
    ...field(name),
    onChange: (value: string | number) => change({ [name]: String(value) }),
    min: 0,
    allowNegative: false,
    allowDecimal: name === 'cart',
  });
  return (
    <Modal opened size="lg" onClose={onClose} title={rule ? say('editRule', { name: rule.name }) : say('addRule')}>
      <DialogForm submit={sayCommon(rule ? 'save' : 'create')} isBusy={form.isBusy} onCancel={onClose} onSubmit={form.handleSubmit}>
        {form.failure && Object.keys(form.faults).length === 0 ? <SaveFailure error={form.failure} /> : null}
        <TextInput data-autofocus label={say('name')} withAsterisk maxLength={80} {...field('name')} />
        <TextInput label={say('pagePattern')} description={say('pageHint')} maxLength={200} {...field('page')} />
        <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="sm">
          <NumberInput label={say('seconds')} {...number('seconds')} />
          <NumberInput label={say('scroll')} {...number('scroll')} />
          <NumberInput label={say('visitsFrom')} {...number('visits')} />
        </SimpleGrid>
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
          <TextInput label={say('language')} description={say('languageHint')} maxLength={35} {...field('language')} />
          <NumberInput label={say('cart')} description={say('cartHint')} {...number('cart')} />
        </SimpleGrid>
        <AttributeFields draft={draft} onChange={(attributes) => change({ attributes })} />
        <SegmentedControl
          aria-label={say('act')}
          data={[
            { value: 'greeting', label: say('actGreeting') },
            { value: 'stream', label: say('actStream') },
          ]}
          value={draft.act}
          onChange={(act) => change({ act: act as RuleDraft['act'] })}
        />
        {draft.act === 'greeting' ? (
          <Textarea label={say('greeting')} withAsterisk autosize minRows={2} maxLength={500} {...field('greeting')} />
        ) : (
          <StreamField value={draft.journeyId} error={field('journeyId').error} onChange={(journeyId) => change({ journeyId })} />
        )}
        <NumberInput label={say('notAgain')} description={say('notAgainHint')} {...number('notAgainDays')} />
        <Switch label={say('inHours')} {...box('inHours')} />
        <Switch label={say('active')} {...box('isActive')} />
      </DialogForm>
    </Modal>
  );
}

type Attributes = RuleDraft['attributes'];

function AttributeFields({ draft: { attributes }, onChange }: { draft: RuleDraft; onChange: (attributes: Attributes) => void }) {
  const say = useWords(channelWords.website);
  const set = (place: number, part: Partial<Attributes[number]>) =>
    onChange(attributes.map((one, at) => (at === place ? { ...one, ...part } : one)));
  return (
    <Stack gap="xs" component="fieldset" m={0} p={0} bd={0}>
      <Text component="legend" size="sm" fw={500}>
        {say('attributes')}
      </Text>
      <Text size="xs" c="dimmed">
        {say('attributesHint')}
      </Text>
      {attributes.map(({ name, value }, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a condition has no name of its own
        <Group key={place} gap="xs" wrap="nowrap">
          <TextInput
            flex={1}
            aria-label={say('attributeName', { place: place + 1 })}
            placeholder={say('attribute')}
            maxLength={60}
            value={name}
            onChange={(event) => set(place, { name: event.currentTarget.value })}
          />
          <TextInput
            flex={1}
            aria-label={say('attributeValue', { place: place + 1 })}
            placeholder={say('value')}
            maxLength={200}
            value={value}
            onChange={(event) => set(place, { value: event.currentTarget.value })}
          />
          <ActionIcon aria-label={say('attributeRemove', { place: place + 1 })} onClick={() => onChange(attributes.toSpliced(place, 1))}>
            <IconX size={15} aria-hidden />
          </ActionIcon>
        </Group>
      ))}
      {attributes.length < mostAttributes ? (
        <div>
          <Button
            size="compact-xs"
            variant="default"
            leftSection={<IconPlus size={13} aria-hidden />}
            onClick={() => onChange([...attributes, { name: '', value: '' }])}
          >
            {say('attributeAdd')}
          </Button>
        </div>
      ) : null}
    </Stack>
  );
}

type StreamFieldProps = { value: string; error: string | undefined; onChange: (journeyId: string) => void };

/** Streams with a rule of the kind api on the channel may begin so. */
function StreamField({ value, error, onChange }: StreamFieldProps) {
  const say = useWords(channelWords.website);
  const streams = useQuery(siteStreamsQuery);
  const options = (streams.data ?? []).map(({ id, name }) => ({ value: id, label: name }));
  return (
    <Select
      label={say('stream')}
      description={say('streamHint')}
      withAsterisk
      searchable
      data={options}
      value={value || null}
      error={error}
      disabled={streams.isPending}
      onChange={(next) => onChange(next ?? '')}
    />
  );
}
