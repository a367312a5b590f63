import { Button, Group, MultiSelect, Textarea, TextInput } from '@mantine/core';
import type { BroadcastCheck, VariableGroup } from '@parley/contract';
import { DateTimeField } from '@parley/ui/date-field';
import { IconAddressBook, IconSend2 } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { Panel } from '../../../components/panel.tsx';
import { isToldAlready } from '../../../lib/api.ts';
import { sayDone } from '../../../lib/done.ts';
import { describeFailure } from '../../../lib/errors.ts';
import { formatReportDate, getEnterpriseZone } from '../../../lib/format.ts';
import { showToast } from '../../../lib/toasts.ts';
import { useWords } from '../../../lib/words.ts';
import { outreachWords } from '../../../locales/outreach.ts';
import { useCan } from '../../account/shared/me.ts';
import { templateQuery } from '../../channel/shared/template.queries.ts';
import { setsQuery } from '../../customer/shared/set.queries.ts';
import classes from './broadcast.module.css';
import { columnsQuery, useCheckBroadcast, useSendBroadcast, variablesQuery } from './broadcast.queries.ts';
import type { ChosenChannel } from './channel-picker.tsx';
import { CheckResult } from './check-result.tsx';
import { ContentFields } from './content-fields.tsx';
import { fromLocal, toLocal } from './local-time.ts';
import { MappingBlock } from './mapping-block.tsx';
import { PhoneBookDialog } from './phone-book-dialog.tsx';
import { PreviewPanel } from './preview-panel.tsx';
import { ReviewDialog } from './review-dialog.tsx';
import {
  appendNumbers,
  emptySend,
  fieldFaults,
  labelsOf,
  mappingFaults,
  mediaFault,
  nameValues,
  type Resource,
  type SendDraft,
  splitNumbers,
  toRequest,
} from './send-draft.ts';

export type SendFormProps = {
  /** True within a chat or a campaign's test send: the form closes when it is done, and when the send was refused */
  embedded?: boolean;
  resourceType?: Resource['resourceType'];
  resourceId?: string;
  /** Name of the chat's customer, the only recipient */
  recipientName?: string;
  /** The numbers that it begins with */
  phoneNumbers?: readonly string[];
  /** The channel that it begins with, which then stays */
  channel?: ChosenChannel;
  /** The template with its media and values that it begins with, as a campaign's test does */
  content?: Pick<SendDraft, 'template' | 'media' | 'cards' | 'values'>;
  /** Limit of numbers; the form has none of its own when left out */
  mostNumbers?: number;
  /** CLOSE: sent, or given up */
  onClose: () => void;
};

const noGroups: VariableGroup[] = [];
const noFaults = { fields: {}, mapping: {} };

/** An approved template to one or many numbers: on its own screen, or embedded in a chat or a campaign. */
export function SendForm({
  embedded = false,
  resourceType,
  resourceId,
  recipientName,
  phoneNumbers,
  channel: given,
  content,
  mostNumbers,
  onClose,
}: SendFormProps) {
  const say = useWords(outreachWords.broadcast);
  const start = (): SendDraft => ({
    ...emptySend,
    ...content,
    channelId: given?.id ?? '',
    numbers: (phoneNumbers ?? []).join(', '),
  });
  const [channel, setChannel] = useState(given);
  const [draft, setDraft] = useState(start);
  const [faults, setFaults] = useState<{ fields: ReturnType<typeof fieldFaults>; mapping: Record<string, string> }>(noFaults);
  const [review, setReview] = useState<BroadcastCheck>();
  const [isBookOpen, setBookOpen] = useState(false);
  // The same form sent twice is one broadcast.
  const requestKey = useRef(crypto.randomUUID());
  const check = useCheckBroadcast();
  const send = useSendBroadcast();
  const templateId = draft.template?.id ?? '';
  const full = useQuery({ ...templateQuery(templateId), enabled: templateId !== '' });
  const variables = useQuery(variablesQuery(draft.channelId, templateId));
  const hasBook = useCan(['CUSTOMER.VIEW']);
  const columns = useQuery(columnsQuery);
  const sets = useQuery({ ...setsQuery('group'), enabled: hasBook && !embedded });
  const template = full.data ?? draft.template;
  const groups = variables.data ?? noGroups;
  const change = (part: Partial<SendDraft>) => {
    setDraft((old) => ({ ...old, ...part }));
    requestKey.current = crypto.randomUUID();
    check.reset();
  };
  const resource: Resource | undefined = resourceType && resourceId ? { resourceType, resourceId } : undefined;
  const toOne = resourceType === 'CHAT';
  const filled = { ...draft, template, values: { ...nameValues(groups, recipientName ?? ''), ...draft.values } };
  const request = () => toRequest(filled, groups, requestKey.current, resource);

  const tell = (error: unknown) => {
    if (!isToldAlready(error)) showToast('error', describeFailure(error).message);
  };
  /** Form, media, cards, mapping: the first that fails ends it (BCAST-089). */
  const isSound = (): boolean => {
    const fields = fieldFaults(draft);
    if (mostNumbers !== undefined && splitNumbers(draft.numbers).length > mostNumbers)
      fields.numbers = say('atMostNumbers', { count: mostNumbers });
    const media = mediaFault(filled);
    const mapping = mappingFaults(groups, filled.values);
    setFaults(noFaults);
    if (Object.keys(fields).length > 0) {
      setFaults({ ...noFaults, fields });
      return false;
    }
    if (media !== '') {
      showToast('error', media);
      return false;
    }
    if (Object.keys(mapping.byKey).length > 0) {
      setFaults({ ...noFaults, mapping: mapping.byKey });
      if (mapping.toast !== '') showToast('error', mapping.toast);
      return false;
    }
    return true;
  };
  const deliver = () =>
    send.mutate(request(), {
      onSuccess: ({ message }) => {
        showToast(
          'success',
          draft.sendAt === ''
            ? sayDone(message, 'sent')
            : say('scheduled', { time: formatReportDate(draft.sendAt), zone: getEnterpriseZone(), interpolation: { escapeValue: false } }),
        );
        setReview(undefined);
        setDraft(start());
        requestKey.current = crypto.randomUUID();
        onClose();
      },
      onError: (error) => {
        tell(error);
        setReview(undefined);
        // A refusal is final for an embedded form; a lost line is not (BCAST-058, 059).
        const { httpStatus = 0 } = describeFailure(error);
        if (embedded && httpStatus >= 400 && httpStatus < 500) onClose();
      },
    });
  const handleSend = () => {
    if (!isSound()) return;
    check.mutate(request(), {
      onSuccess: (found) => {
        const isWhole = found.lacking.count + found.lacking.tooLong === 0 && (found.breakdown.missing ?? 0) === 0;
        const isComplete = found.duplicates.length === 0 && found.invalid.length === 0 && isWhole;
        const isPlain = isComplete && !found.needsConfirmation && found.limit === 0;
        if (isPlain && found.count > 0) deliver();
        else setReview(found);
      },
      onError: tell,
    });
  };
  const handleCheck = () => {
    if (isSound()) check.mutate(request(), { onError: tell });
  };

  const isBusy = send.isPending || (check.isPending && review === undefined);
  return (
    <div className={classes.layout}>
      <form
        className={classes.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          // Events of a dialog's form come up through React, not through the page.
          if (event.target === event.currentTarget) handleSend();
        }}
      >
        <Panel title={say(toOne ? 'templateTitle' : 'sendTitle')}>
          <ContentFields
            channelId={draft.channelId}
            channel={channel}
            isChannelFixed={given !== undefined}
            template={draft.template}
            full={template}
            media={draft.media}
            cards={draft.cards}
            faults={faults.fields}
            onChannel={(next) => {
              setChannel(next);
              change({ channelId: next?.id ?? '', template: undefined, media: undefined, cards: [], values: {} });
            }}
            onTemplate={(next) => change({ template: next, media: undefined, cards: [], values: {} })}
            onMedia={(media) => change({ media })}
            onCards={(cards) => change({ cards })}
          />
          {toOne ? (
            <TextInput
              label={say('recipient')}
              readOnly
              value={[recipientName, draft.numbers].filter(Boolean).join(' · ')}
              error={faults.fields.numbers}
            />
          ) : (
            <Textarea
              label={say('mobileNumbers')}
              description={say('numbersHint')}
              withAsterisk
              autosize
              minRows={3}
              maxRows={10}
              value={draft.numbers}
              error={faults.fields.numbers}
              onChange={(event) => change({ numbers: event.currentTarget.value })}
            />
          )}
          {hasBook && !embedded ? (
            <>
              <Group>
                <Button
                  variant="default"
                  size="xs"
                  leftSection={<IconAddressBook size={15} aria-hidden />}
                  onClick={() => setBookOpen(true)}
                >
                  {say('fromPhoneBooks')}
                </Button>
              </Group>
              <MultiSelect
                label={say('groups')}
                description={say('groupsHint')}
                searchable
                data={(sets.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
                value={draft.groups.map(({ id }) => id)}
                onChange={(ids) =>
                  change({ groups: (sets.data ?? []).filter(({ id }) => ids.includes(id)).map(({ id, name }) => ({ id, name })) })
                }
              />
            </>
          ) : null}
          {embedded ? null : (
            <DateTimeField
              label={say('sendAt')}
              description={say('sendAtHint', {
                zone: getEnterpriseZone(),
                interpolation: { escapeValue: false },
              })}
              min={toLocal(new Date().toISOString())}
              value={toLocal(draft.sendAt)}
              onChange={(local) => change({ sendAt: fromLocal(local) })}
            />
          )}
          {check.data && !review ? <CheckResult check={check.data} labels={labelsOf(groups)} /> : null}
        </Panel>
        {groups.length > 0 ? (
          <Panel title={say('mapping')}>
            <MappingBlock
              groups={groups}
              columns={columns.data ?? []}
              values={filled.values}
              suggestion={recipientName ?? ''}
              faults={faults.mapping}
              onChange={(key, value) => {
                change({ values: { ...draft.values, [key]: value } });
                setFaults(({ fields, mapping: { [key]: _gone, ...mapping } }) => ({ fields, mapping }));
              }}
            />
          </Panel>
        ) : null}
        <Group justify="flex-end">
          {embedded ? (
            <Button variant="default" onClick={onClose}>
              {say('cancel')}
            </Button>
          ) : null}
          <Button variant="default" disabled={isBusy} onClick={handleCheck}>
            {say(toOne ? 'checkOne' : 'check')}
          </Button>
          <Button type="submit" leftSection={<IconSend2 size={16} aria-hidden />} loading={isBusy}>
            {say(draft.sendAt === '' ? 'send' : 'schedule')}
          </Button>
        </Group>
      </form>
      <aside className={classes.side}>
        <PreviewPanel template={template} draft={filled} previews={check.data?.previews ?? []} />
      </aside>
      {isBookOpen ? (
        <PhoneBookDialog
          onClose={() => setBookOpen(false)}
          onChoose={(numbers) => change({ numbers: appendNumbers(draft.numbers, numbers) })}
        />
      ) : null}
      {review ? (
        <ReviewDialog
          check={review}
          labels={labelsOf(groups)}
          isSending={send.isPending}
          onClose={() => setReview(undefined)}
          onSend={deliver}
        />
      ) : null}
    </div>
  );
}
