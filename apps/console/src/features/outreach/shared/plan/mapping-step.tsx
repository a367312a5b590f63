import { Alert, Button, Group, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { type BroadcastCheck, type ContentLetter, pageColumn, pagesPath } from '@parley/contract';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { EmptyState } from '../../../../components/empty-state.tsx';
import { api } from '../../../../lib/api.ts';
import { describeFailure } from '../../../../lib/errors.ts';
import { useWords } from '../../../../lib/words.ts';
import { campaignWords } from '../../../../locales/campaign.ts';
import classes from '../broadcast.module.css';
import { MappingBlock } from '../mapping-block.tsx';
import { PreviewPanel } from '../preview-panel.tsx';
import { fromColumnMapping, type MappedValue, toColumnMapping } from '../send-draft.ts';
import { askOf, peopleQuery } from './audience.queries.ts';
import { countDelayMs } from './audience-look.tsx';
import { PageValues } from './page-values.tsx';
import plan from './plan.module.css';
import { type ChangePlan, hasAudience, type PlanDraft, type PlanFaults } from './plan-draft.ts';
import { columnsOf, resolveValues } from './resolve-values.ts';
import { useMappingColumns } from './use-mapping-columns.ts';
import type { PlanContent } from './use-plan-content.ts';

type Preview = BroadcastCheck['previews'][number];
const previewed = 10;
/** The address that stands for the page of anybody in a preview. */
const samplePage = `${globalThis.location?.origin ?? ''}${pagesPath}…`;

type MappingStepProps = {
  draft: PlanDraft;
  content: PlanContent;
  /** Letter of the content, as the server knows it */
  letter: ContentLetter;
  faults: PlanFaults;
  /** Id of the iteration; '' for a campaign's own plan */
  activityId: string;
  onPlan: ChangePlan;
  onSave: () => Promise<boolean>;
};

/** Sources of each variable's value, beside the message as the first ten people will read it, or anybody by number. */
export function MappingStep({ draft, content, letter, faults, activityId, onPlan, onSave }: MappingStepProps) {
  const say = useWords(campaignWords.plan);
  const { template, groups } = content;
  const { columnMapping, message, audience, page } = draft.plan;
  const ofPage = columnMapping.filter(({ type }) => type === 'page');
  const [values, setValues] = useState(() => fromColumnMapping(columnMapping));
  const bookColumns = useMappingColumns(audience);
  const columns = page
    ? [{ name: pageColumn, label: say('pageAddress') }, ...bookColumns.filter(({ name }) => name !== pageColumn)]
    : bookColumns;
  const [asked, setAsked] = useState<Preview>();
  const previews = usePreviews(draft, content);
  if (!template)
    return <EmptyState title={say('templateFirst')} text={content.isGone ? say('templateGone') : say('templateFirstText')} order={3} />;
  const byKey = Object.fromEntries(
    Object.entries(faults).flatMap(([field, text]) =>
      field.startsWith('columnMapping.') ? [[field.slice('columnMapping.'.length), text]] : [],
    ),
  );
  const change = (key: string, value: MappedValue) => {
    const next = { ...values, [key]: value };
    setValues(next);
    setAsked(undefined);
    onPlan({ columnMapping: [...toColumnMapping(groups, next), ...ofPage] });
  };
  const shown = asked ? [asked, ...previews] : previews;
  return (
    <div className={classes.layout}>
      <div className={plan.fields}>
        {faults.columnMapping ? (
          <Alert color="red" role="alert">
            {faults.columnMapping}
          </Alert>
        ) : null}
        {groups.length === 0 ? (
          <EmptyState title={say('noVariables')} text={say('noVariablesText')} order={3} />
        ) : (
          <>
            <Text size="sm" c="dimmed">
              {say('mappingText')}
            </Text>
            <MappingBlock groups={groups} columns={columns} values={values} faults={byKey} onChange={change} />
          </>
        )}
        {page ? (
          <PageValues
            mapping={columnMapping}
            columns={bookColumns}
            onChange={(group) =>
              onPlan({ columnMapping: [...columnMapping.filter(({ type }) => type !== 'page'), ...(group ? [group] : [])] })
            }
          />
        ) : null}
      </div>
      <aside className={classes.side}>
        <PreviewPanel
          key={asked?.number ?? ''}
          template={template}
          draft={{ values, media: message.template.media, cards: message.template.cards.map(({ media }) => media) }}
          previews={shown}
        />
        <NumberPreview draft={draft} letter={letter} activityId={activityId} known={previews} onSave={onSave} onFound={setAsked} />
      </aside>
    </div>
  );
}

/** The first ten people with what they will read, as the mapping is typed. */
function usePreviews({ plan: given }: PlanDraft, { template, groups }: PlanContent): Preview[] {
  const asked = columnsOf(given.columnMapping).filter((name) => !given.page || name !== pageColumn);
  const ask = { ...askOf(given, template), columns: asked };
  const [settled] = useDebouncedValue(JSON.stringify(ask), countDelayMs);
  const isReady = given.channelId !== '' && hasAudience(given) && !given.audience.given;
  const people = useQuery(peopleQuery(JSON.parse(settled) as typeof ask, isReady));
  return (isReady ? (people.data ?? []) : []).slice(0, previewed).map(({ number, columns }) => ({
    number,
    name: columns.name ?? '',
    ...resolveValues(groups, given.columnMapping, given.page ? { ...columns, [pageColumn]: samplePage } : columns),
  }));
}

type NumberPreviewProps = {
  draft: PlanDraft;
  letter: ContentLetter;
  activityId: string;
  known: readonly Preview[];
  onSave: () => Promise<boolean>;
  onFound: (preview: Preview) => void;
};

/** Anybody by number: of an iteration out of its audience, of a campaign's own plan out of the phone book. */
function NumberPreview({ draft: { plan: given }, letter, activityId, known, onSave, onFound }: NumberPreviewProps) {
  const say = useWords(campaignWords.plan);
  const [number, setNumber] = useState('');
  const [note, setNote] = useState('');
  const look = useMutation({
    meta: { isQuiet: true },
    mutationFn: async (wanted: string): Promise<Preview | undefined> => {
      const listed = known.find((preview) => preview.number === wanted);
      if (listed) return listed;
      if (activityId === '') {
        const { channelId, message, columnMapping, country } = given;
        const body = {
          channelId,
          phoneNumber: [wanted],
          groupIds: [],
          message,
          columnMapping,
          requestKey: '',
          sendAt: '' as const,
          country,
        };
        return (await api.broadcasts.validate({ body })).previews[0];
      }
      if (!(await onSave())) return undefined;
      const found = (await api.activities.preview({ params: { activityId }, query: { number: wanted, count: 1, content: letter } }))
        .previews[0];
      return found && { number: found.address, name: found.name, values: found.values, missing: found.missing };
    },
    onSuccess: (preview) => {
      if (preview) onFound(preview);
      setNote(preview ? '' : say('numberUnknown'));
    },
    onError: (error) => setNote(describeFailure(error).message),
  });
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (number.trim() !== '') look.mutate(number.trim());
  };
  return (
    <form onSubmit={handleSubmit}>
      <Group gap="xs" align="flex-end" mt="sm" wrap="nowrap">
        <TextInput
          flex={1}
          label={say('previewNumber')}
          inputMode="tel"
          maxLength={320}
          value={number}
          onChange={(event) => setNumber(event.currentTarget.value)}
        />
        <Button type="submit" variant="default" loading={look.isPending} disabled={number.trim() === ''}>
          {say('show')}
        </Button>
      </Group>
      <Text size="sm" c="red" role="status">
        {note}
      </Text>
    </form>
  );
}
