import { Button, Group, MultiSelect, Textarea, TextInput } from '@mantine/core';
import type { BroadcastCheck, VariableGroup } from '@parley/contract';
import { IconAddressBook, IconSend2 } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { Panel } from '../../../components/panel.tsx';
import { isToldAlready } from '../../../lib/api.ts';
import { sayDone } from '../../../lib/done.ts';
import { describeFailure } from '../../../lib/errors.ts';
import { formatReportDate } from '../../../lib/format.ts';
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
  type Resource,
  type SendDraft,
  splitNumbers,
  toRequest,
} from './send-draft.ts';

export type SendFormProps = {
  /** Within a chat or a campaign's test send: it closes when it is done, and when the send was refused */
  embedded?: boolean;
  resourceType?: Resource['resourceType'];
  resourceId?: string;
  /** The numbers that it begins with */
  phoneNumbers?: readonly string[];
  /** The channel that it begins with, which then stays */
  channel?: ChosenChannel;
  /** The template with its media and values that it begins with, as a campaign's test does */
  content?: Pick<SendDraft, 'template' | 'media' | 'cards' | 'values'>;
  /** At most so many numbers; no limit of the form's own when left out */
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
  const request = () => toRequest({ ...draft, template }, groups, requestKey.current, resource);

  const tell = (error: unknown) => {
    if (!isToldAlready(error)) showToast('error', describeFailure(error).message);
  };
  /** Form, media, cards, mapping: the first that fails ends it (BCAST-089). */
  const isSound = (): boolean => {
    const fields = fieldFaults(draft);
    if (mostNumbers !== undefined && splitNumbers(draft.numbers).length > mostNumbers)
      fields.numbers = say('atMostNumbers', { count: mostNumbers });
    const media = mediaFault({ ...draft, template });
    const mapping = mappingFaults(groups, draft.values);
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
        showToast('success', draft.sendAt === '' ? sayDone(message, 'sent') : say('scheduled', { time: formatReportDate(draft.sendAt) }));
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
        const isComplete = found.duplicates.length === 0 && found.invalid.length === 0 && found.lacking.count === 0;
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
        <Panel title={say('sendTitle')}>
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
          <Textarea
            label={say('mobileNumbers')}
            description={say('numbersHint')}
            withAsterisk
            autosize
            minRows={3}
            maxRows={10}
            value={draft.numbers}
            // A chat's template goes to its customer and to nobody else.
            readOnly={resourceType === 'CHAT'}
            error={faults.fields.numbers}
            onChange={(event) => change({ numbers: event.currentTarget.value })}
          />
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
            <TextInput
              type="datetime-local"
              label={say('sendAt')}
              description={say('sendAtHint', {
                zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
                interpolation: { escapeValue: false },
              })}
              min={toLocal(new Date().toISOString())}
              value={toLocal(draft.sendAt)}
              onChange={(event) => change({ sendAt: fromLocal(event.currentTarget.value) })}
            />
          )}
          {check.data && !review ? <CheckResult check={check.data} labels={labelsOf(groups)} /> : null}
        </Panel>
        {groups.length > 0 ? (
          <Panel title={say('mapping')}>
            <MappingBlock
              groups={groups}
              columns={columns.data ?? []}
              values={draft.values}
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
            {say('check')}
          </Button>
          <Button type="submit" leftSection={<IconSend2 size={16} aria-hidden />} loading={isBusy}>
            {say(draft.sendAt === '' ? 'send' : 'schedule')}
          </Button>
        </Group>
      </form>
      <aside className={classes.side}>
        <PreviewPanel template={template} draft={draft} previews={check.data?.previews ?? []} />
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
