import { Skeleton, Stack, Switch, Text, Textarea } from '@mantine/core';
import type { JourneyItem } from '@parley/contract';
import type { Document } from '@parley/journey';
import { useQuery } from '@tanstack/react-query';
import { DialogForm } from '../../../components/dialog-form.tsx';
import { ErrorState } from '../../../components/error-state.tsx';
import { SaveFailure } from '../../../components/save-failure.tsx';
import { useWords } from '../../../lib/words.ts';
import { journeyWords } from '../../../locales/journey.ts';
import type { DrawnKind } from './designer-frame.ts';
import { useNodeNames } from './node-name.ts';
import { PublishRules } from './publish-rules.tsx';
import { ChangesSection, CheckSection, RehearsalSection } from './publish-sections.tsx';
import { draftQuery, testsQuery } from './publishing.queries.ts';
import { RuleFields } from './rule-fields.tsx';
import classes from './stream.module.css';
import { fresh, type Left, type Refused, usePublishing } from './use-publishing.ts';

type PublishFormProps = {
  journey: JourneyItem;
  kind: DrawnKind;
  onDone: (left: Left, refused?: Refused) => void;
  onOpenNode: (() => void) | undefined;
  onClose: () => void;
};

/** Results of the draft's check and rehearsal, and the questions before it becomes a version. */
export function PublishForm({ journey, kind, onDone, onOpenNode, onClose }: PublishFormProps) {
  const say = useWords(journeyWords.publishing);
  const { id, version } = journey;
  const publishing = usePublishing(journey, kind, onDone);
  const tests = useQuery(testsQuery(id));
  const { data } = useQuery({ ...draftQuery(id), ...fresh });
  const draft = {
    journeyId: id,
    kind,
    document: data?.document as unknown as Document | undefined,
    toNodeName: useNodeNames(data?.document),
  };
  const { form, failure, rehearsal, hasErrors, lacksReason, attaches, isPartial, rules, canRenew } = publishing;
  if (failure) return <ErrorState error={failure} onRetry={publishing.retry} />;
  if (publishing.isLooking || !rehearsal)
    return (
      <Stack gap="sm" aria-busy>
        <Text size="sm" role="status">
          {say('looking')}
        </Text>
        <Skeleton height={160} radius="md" />
      </Stack>
    );
  const hint = hasErrors ? say('errorsFirst') : lacksReason ? say('reasonFirst') : isPartial ? say('rulePartial') : undefined;
  return (
    <DialogForm
      submit={say(attaches ? 'publishAndAttach' : 'publish')}
      isBusy={publishing.isBusy}
      isDisabled={hasErrors || lacksReason}
      hint={hint}
      onCancel={onClose}
      onSubmit={publishing.submit}
    >
      {publishing.refusal ? <SaveFailure error={publishing.refusal} /> : null}
      <CheckSection draft={draft} findings={publishing.findings} onOpenNode={onOpenNode} />
      {version > 0 ? <ChangesSection journeyId={id} version={version} /> : null}
      <RehearsalSection draft={draft} rehearsal={rehearsal} tests={tests.data} />
      {publishing.hasFailed ? (
        <Textarea label={say('waiver')} description={say('waiverHint')} required maxLength={500} autosize {...form.field('waiver')} />
      ) : null}
      <Textarea label={say('note')} description={say('noteHint')} maxLength={500} autosize {...form.field('note')} />
      {version > 0 ? <Switch label={say('moves')} description={say('movesTo', { version: version + 1 })} {...form.box('moves')} /> : null}
      {rules.length > 0 || publishing.isFirstRule ? (
        <section aria-label={say('newcomers')}>
          <h3 className={classes.step}>{say('newcomers')}</h3>
          <Stack gap="sm">
            {rules.length > 0 ? (
              <PublishRules
                rules={rules}
                next={version + 1}
                renews={form.draft.renews && canRenew}
                canRenew={canRenew}
                onRenew={(renews) => form.change({ renews })}
              />
            ) : (
              <>
                <Text size="sm">{say('firstRule')}</Text>
                <RuleFields
                  rule={publishing.rule}
                  isOptional
                  onChange={(part) => form.change((old) => ({ rule: { ...old.rule, ...part } }))}
                />
              </>
            )}
          </Stack>
        </section>
      ) : null}
    </DialogForm>
  );
}
