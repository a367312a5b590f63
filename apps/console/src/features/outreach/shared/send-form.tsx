import { Button, Group } from '@mantine/core';
import { DateTimeField } from '@parley/ui/date-field';
import { IconSend2 } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { Panel } from '../../../components/panel.tsx';
import { getEnterpriseZone } from '../../../lib/format.ts';
import { fromLocal, toLocal } from '../../../lib/local-time.ts';
import { useWords } from '../../../lib/words.ts';
import { outreachWords } from '../../../locales/outreach.ts';
import classes from './broadcast.module.css';
import { columnsQuery } from './broadcast.queries.ts';
import type { ChosenChannel } from './channel-picker.tsx';
import { CheckResult } from './check-result.tsx';
import { ContentFields } from './content-fields.tsx';
import { MappingBlock } from './mapping-block.tsx';
import { PreviewPanel } from './preview-panel.tsx';
import { RecipientFields } from './recipient-fields.tsx';
import { ReviewDialog } from './review-dialog.tsx';
import { emptySend, labelsOf, type Resource, type SendDraft } from './send-draft.ts';
import { useSendForm } from './use-send-form.ts';

// It asks the server for calendars anyway: its script may come as late.
const OpenHoursField = lazy(() => import('./open-hours-field.tsx').then((field) => ({ default: field.OpenHoursField })));

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

/** An approved template to one or many numbers: on its own screen, or embedded in a chat or a campaign. */
export function SendForm(props: SendFormProps) {
  const { embedded = false, resourceType, resourceId, recipientName, phoneNumbers, channel: given, content, onClose } = props;
  const say = useWords(outreachWords.broadcast);
  const columns = useQuery(columnsQuery);
  const form = useSendForm({
    channel: given,
    start: () => ({ ...emptySend, ...content, channelId: given?.id ?? '', numbers: (phoneNumbers ?? []).join(', ') }),
    embedded,
    resource: resourceType && resourceId ? { resourceType, resourceId } : undefined,
    recipientName: recipientName ?? '',
    mostNumbers: props.mostNumbers,
    onClose,
  });
  const { draft, change, groups, review, filled } = form;
  const toOne = resourceType === 'CHAT';

  return (
    <div className={classes.layout}>
      <form
        className={classes.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          // Events of a dialog's form come up through React, not through the page.
          if (event.target === event.currentTarget) form.handleSend();
        }}
      >
        <Panel title={say(toOne ? 'templateTitle' : 'sendTitle')}>
          <ContentFields
            channelId={draft.channelId}
            channel={form.channel}
            isChannelFixed={given !== undefined}
            template={draft.template}
            full={form.template}
            media={draft.media}
            cards={draft.cards}
            faults={form.faults}
            onChannel={form.changeChannel}
            onTemplate={(template) => change({ template, media: undefined, cards: [], values: {} })}
            onMedia={(media) => change({ media })}
            onCards={(cards) => change({ cards })}
          />
          <RecipientFields form={form} only={toOne ? { name: recipientName } : undefined} embedded={embedded} />
          {embedded ? null : (
            <Suspense>
              <OpenHoursField calendarId={draft.calendarId} onChange={(calendarId) => change({ calendarId })} />
            </Suspense>
          )}
          {embedded ? null : (
            <DateTimeField
              label={say('sendAt')}
              description={say('sendAtHint', { zone: getEnterpriseZone(), interpolation: { escapeValue: false } })}
              min={toLocal(new Date().toISOString())}
              value={toLocal(draft.sendAt)}
              onChange={(local) => change({ sendAt: fromLocal(local) })}
            />
          )}
          {form.found && !review ? <CheckResult check={form.found} labels={labelsOf(groups)} /> : null}
        </Panel>
        {groups.length > 0 ? (
          <Panel title={say('mapping')}>
            <MappingBlock
              groups={groups}
              columns={columns.data ?? []}
              values={filled.values}
              suggestion={recipientName ?? ''}
              faults={form.mapping}
              onChange={form.changeValue}
            />
          </Panel>
        ) : null}
        <Group justify="flex-end">
          {embedded ? (
            <Button variant="default" onClick={onClose}>
              {say('cancel')}
            </Button>
          ) : null}
          <Button variant="default" disabled={form.isBusy} onClick={form.handleCheck}>
            {say(toOne ? 'checkOne' : 'check')}
          </Button>
          <Button type="submit" leftSection={<IconSend2 size={16} aria-hidden />} loading={form.isBusy}>
            {say(draft.sendAt === '' ? 'send' : 'schedule')}
          </Button>
        </Group>
      </form>
      <aside className={classes.side}>
        <PreviewPanel template={form.template} draft={filled} previews={form.found?.previews ?? []} />
      </aside>
      {review ? (
        <ReviewDialog
          check={review}
          labels={labelsOf(groups)}
          isSending={form.isSending}
          onClose={() => form.setReview(undefined)}
          onSend={form.deliver}
        />
      ) : null}
    </div>
  );
}
