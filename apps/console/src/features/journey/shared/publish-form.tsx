import { Alert, ScrollArea, Skeleton, Stack, Switch, Text, Textarea } from '@mantine/core';
import type { CallAnswer, endpoints, JourneyItem } from '@parley/contract';
import type { Document } from '@parley/journey';
import { useQuery } from '@tanstack/react-query';
import { DialogForm } from '../../../components/dialog-form.tsx';
import { ErrorState } from '../../../components/error-state.tsx';
import { SaveFailure } from '../../../components/save-failure.tsx';
import { sayDone } from '../../../lib/done.ts';
import { showToast } from '../../../lib/toasts.ts';
import { useForm } from '../../../lib/use-form.ts';
import { useWords } from '../../../lib/words.ts';
import { journeyWords } from '../../../locales/journey.ts';
import { channelNamesQuery } from '../../channel/shared/channel-options.ts';
import { ComparePanel } from './compare-panel.tsx';
import { FindingsList } from './findings-list.tsx';
import { entriesQuery, useAttachRule } from './journey.queries.ts';
import { useNodeNames } from './node-name.ts';
import { PublishRules } from './publish-rules.tsx';
import { checkQuery, draftQuery, rehearsalQuery, testsQuery, usePublishJourney } from './publishing.queries.ts';
import { CoverageNote, FailureList, PassBadge } from './rehearsal-results.tsx';
import { isRuleWhole, makeRule, type Rule, toRuleBody } from './rule.ts';
import { RuleFields } from './rule-fields.tsx';
import classes from './stream.module.css';

type Published = CallAnswer<(typeof endpoints)['journeys']['publish']>;
/** Customers who stay in an older version, and the reasons */
export type Left = Published['left'];
/** A rule that was to be attached to the version, and why it was not. */
export type Refused = { rule: Rule; error: unknown };
/** Opening the dialog looks at the draft as it is by then, whatever was looked at before. */
const fresh = { staleTime: 0, gcTime: 0 } as const;

type PublishFormProps = {
  journey: JourneyItem;
  onDone: (left: Left, refused?: Refused) => void;
  onOpenNode: (() => void) | undefined;
  onClose: () => void;
};

/** Results of the draft's check and rehearsal, and the questions before it becomes a version. */
export function PublishForm({ journey: { id, version }, onDone, onOpenNode, onClose }: PublishFormProps) {
  const say = useWords(journeyWords.publishing);
  const check = useQuery({ ...checkQuery(id), ...fresh });
  const rehearsal = useQuery({ ...rehearsalQuery(id), ...fresh });
  const tests = useQuery(testsQuery(id));
  const draft = useQuery({ ...draftQuery(id), ...fresh });
  const toNodeName = useNodeNames(draft.data?.document);
  const form = useForm({ initial: () => ({ note: '', waiver: '', moves: false, renews: true, rule: makeRule(id) }) });
  const { note, waiver, moves, renews, rule: written } = form.draft;
  const entries = useQuery(entriesQuery({ journeyId: id, channelId: '' }));
  const channels = useQuery(channelNamesQuery);
  const publish = usePublishJourney();
  const attach = useAttachRule();

  const failure = check.error ?? rehearsal.error;
  if (failure)
    return (
      <ErrorState
        error={failure}
        onRetry={() => {
          void check.refetch();
          void rehearsal.refetch();
        }}
      />
    );
  if (!check.data || !rehearsal.data || entries.isPending || channels.isPending)
    return (
      <Stack gap="sm" aria-busy>
        <Text size="sm" role="status">
          {say('looking')}
        </Text>
        <Skeleton height={160} radius="md" />
      </Stack>
    );

  const { revision } = check.data;
  // The rehearsal below reports untested parts.
  const findings = check.data.findings.filter(({ code }) => code !== 'UNTESTED');
  const errors = findings.filter(({ level }) => level === 'error').length;
  const played = rehearsal.data.tests;
  const failed = played.filter(({ isPassed }) => !isPassed);
  const lacksReason = failed.length > 0 && waiver.trim() === '';
  const rules = entries.data?.entries ?? [];
  // Production takes only what was rehearsed, or was let through with a reason.
  const canRenew = (failed.length > 0 ? !lacksReason : played.length > 0) || rules.every(({ environment }) => environment === 'sandbox');
  const [only, another] = channels.data ?? [];
  const rule = { ...written, channelId: written.channelId || (only && !another ? only.id : '') };
  const isFirstRule = entries.isSuccess && rules.length === 0;
  const attaches = isFirstRule && isRuleWhole(rule);
  const isPartial = isFirstRule && !attaches && (written.channelId !== '' || written.kind !== 'keyword' || written.word !== '');
  const handleSubmit = () =>
    publish.mutate(
      {
        journeyId: id,
        revision,
        note: note.trim(),
        waiver: failed.length > 0 ? waiver.trim() : '',
        moves,
        rules: rules.length > 0 && renews && canRenew,
      },
      {
        onSuccess: ({ answer: { left }, message }) => {
          showToast('success', sayDone(message, 'saved'));
          if (attaches)
            attach.mutate(toRuleBody(rule), {
              onSuccess: () => onDone(left),
              onError: (error) => onDone(left, { rule, error }),
            });
          else onDone(left);
        },
      },
    );
  return (
    <DialogForm
      submit={say(attaches ? 'publishAndAttach' : 'publish')}
      isBusy={publish.isPending || attach.isPending}
      isDisabled={errors > 0 || lacksReason}
      {...(errors > 0
        ? { hint: say('errorsFirst') }
        : lacksReason
          ? { hint: say('reasonFirst') }
          : isPartial
            ? { hint: say('rulePartial') }
            : {})}
      onCancel={onClose}
      onSubmit={form.submit(handleSubmit)}
    >
      {publish.error ? <SaveFailure error={publish.error} /> : null}
      <section aria-label={say('check')}>
        <h3 className={classes.step}>{say('check')}</h3>
        {findings.length === 0 ? (
          <Text size="sm">{say('noFindings')}</Text>
        ) : (
          <FindingsList
            journeyId={id}
            findings={findings}
            document={draft.data?.document as unknown as Document | undefined}
            toNodeName={toNodeName}
            {...(onOpenNode ? { onOpenNode } : {})}
          />
        )}
      </section>
      {version > 0 ? (
        <section aria-label={say('changes', { version })}>
          <h3 className={classes.step}>{say('changes', { version })}</h3>
          <ScrollArea.Autosize
            mah={260}
            type="auto"
            viewportProps={{ tabIndex: 0, role: 'group', 'aria-label': say('changes', { version }) }}
          >
            <ComparePanel journeyId={id} before={version} after={0} />
          </ScrollArea.Autosize>
        </section>
      ) : null}
      <section aria-label={say('rehearsal')}>
        <h3 className={classes.step}>{say('rehearsal')}</h3>
        {played.length === 0 ? (
          <Alert color="yellow">{say('noTests')}</Alert>
        ) : (
          <Stack gap={6}>
            <ul className={classes.results}>
              {played.map((one) => (
                <li key={one.id}>
                  <div className={classes.resultHead}>
                    <span className={classes.resultName}>{one.name}</span>
                    <PassBadge isPassed={one.isPassed} />
                  </div>
                  <FailureList
                    played={one}
                    test={tests.data?.find(({ id: testId }) => testId === one.id)}
                    document={draft.data?.document as unknown as Document | undefined}
                    toNodeName={toNodeName}
                  />
                </li>
              ))}
            </ul>
            <CoverageNote coverage={rehearsal.data.coverage} toNodeName={toNodeName} />
          </Stack>
        )}
      </section>
      {failed.length > 0 ? (
        <Textarea label={say('waiver')} description={say('waiverHint')} required maxLength={500} autosize {...form.field('waiver')} />
      ) : null}
      <Textarea label={say('note')} description={say('noteHint')} maxLength={500} autosize {...form.field('note')} />
      {version > 0 ? <Switch label={say('moves')} description={say('movesTo', { version: version + 1 })} {...form.box('moves')} /> : null}
      {rules.length > 0 || isFirstRule ? (
        <section aria-label={say('newcomers')}>
          <h3 className={classes.step}>{say('newcomers')}</h3>
          <Stack gap="sm">
            {rules.length > 0 ? (
              <PublishRules
                rules={rules}
                next={version + 1}
                renews={renews && canRenew}
                canRenew={canRenew}
                onRenew={(next) => form.change({ renews: next })}
              />
            ) : (
              <>
                <Text size="sm">{say('firstRule')}</Text>
                <RuleFields rule={rule} isOptional onChange={(part) => form.change((old) => ({ rule: { ...old.rule, ...part } }))} />
              </>
            )}
          </Stack>
        </section>
      ) : null}
    </DialogForm>
  );
}
