import type { CallAnswer, endpoints, JourneyItem } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { sayDone } from '../../../lib/done.ts';
import { showToast } from '../../../lib/toasts.ts';
import { useForm } from '../../../lib/use-form.ts';
import { channelNamesQuery } from '../../channel/shared/channel-options.ts';
import type { DrawnKind } from './designer-frame.ts';
import { rulesQuery, useAttachRule } from './journey.queries.ts';
import { checkQuery, rehearsalQuery, usePublishJourney } from './publishing.queries.ts';
import { isRuleWhole, makeRule, type Rule, toRuleBody } from './rule.ts';

type Published = CallAnswer<(typeof endpoints)['journeys']['publish']>;
/** Customers who stay in an older version, and the reasons */
export type Left = Published['left'];
/** A rule that was to be attached to the version, and why it was not. */
export type Refused = { rule: Rule; error: unknown };
/** Opening the dialog looks at the draft as it is by then, whatever was looked at before. */
export const fresh = { staleTime: 0, gcTime: 0 } as const;

/** The answers that a version waits for, the results that they are given by, and its publishing. */
export function usePublishing({ id }: JourneyItem, kind: DrawnKind, onDone: (left: Left, refused?: Refused) => void) {
  const check = useQuery({ ...checkQuery(id), ...fresh });
  const rehearsal = useQuery({ ...rehearsalQuery(id), ...fresh });
  const list = useQuery(rulesQuery({ journeyId: id, channelId: '' }));
  const channels = useQuery(channelNamesQuery);
  const form = useForm({ initial: () => ({ note: '', waiver: '', moves: false, renews: true, rule: makeRule(id) }) });
  const publish = usePublishJourney();
  const attach = useAttachRule();
  const { note, waiver, moves, renews, rule: written } = form.draft;

  // The rehearsal reports untested parts itself.
  const findings = (check.data?.findings ?? []).filter(({ code }) => code !== 'UNTESTED');
  const hasErrors = findings.some(({ level }) => level === 'error');
  const played = rehearsal.data?.tests ?? [];
  const hasFailed = played.some(({ isPassed }) => !isPassed);
  const lacksReason = hasFailed && waiver.trim() === '';
  const rules = list.data?.entries ?? [];
  // Production takes only what was rehearsed, or was let through with a reason.
  const canRenew = (hasFailed ? !lacksReason : played.length > 0) || rules.every(({ environment }) => environment === 'sandbox');
  const [only, another] = channels.data ?? [];
  const rule = { ...written, channelId: written.channelId || (only && !another ? only.id : '') };
  const isFirstRule = kind === 'journey' && list.isSuccess && rules.length === 0;
  const attaches = isFirstRule && isRuleWhole(rule);
  const isPartial = isFirstRule && !attaches && (written.channelId !== '' || written.kind !== 'keyword' || written.word !== '');

  const handleSubmit = () =>
    publish.mutate(
      {
        journeyId: id,
        revision: check.data?.revision ?? 0,
        note: note.trim(),
        waiver: hasFailed ? waiver.trim() : '',
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

  return {
    form,
    failure: check.error ?? rehearsal.error,
    retry: () => {
      void check.refetch();
      void rehearsal.refetch();
    },
    isLooking: !check.data || list.isPending || channels.isPending,
    findings,
    rehearsal: rehearsal.data,
    hasErrors,
    hasFailed,
    lacksReason,
    rules,
    rule,
    canRenew,
    isFirstRule,
    attaches,
    isPartial,
    isBusy: publish.isPending || attach.isPending,
    refusal: publish.error,
    submit: form.submit(handleSubmit),
  };
}
