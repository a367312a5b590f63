import { Button, Group, Modal, Select, Switch, Text, Textarea } from '@mantine/core';
import { type Attachment, type LaterMessage, messageLimit } from '@parley/contract';
import { DateTimeField } from '@parley/ui/date-field';
import { useState } from 'react';
import { DialogForm } from '../../../components/dialog-form.tsx';
import { SaveFailure } from '../../../components/save-failure.tsx';
import { getEnterpriseZone } from '../../../lib/format.ts';
import { useForm } from '../../../lib/use-form.ts';
import { useWords } from '../../../lib/words.ts';
import { chatLaterWords } from '../../../locales/chat-later.ts';
import { AttachmentView } from './attachment-view.tsx';
import type { LaterPlan } from './later.queries.ts';
import { readTime, writeTime } from './later-times.ts';

type Props = {
  /** The planned message, or the words of a new one */
  message: Pick<LaterMessage, 'text' | 'zone' | 'onlyIfSilent'> & { dueAt?: string };
  /** The file that it has, to be looked at and taken away. */
  attachment?: Attachment | null;
  /** Names of files of the reply, which go along. */
  files?: readonly string[];
  customerZone: string;
  isNew: boolean;
  isBusy: boolean;
  failure: unknown;
  onSave: (plan: LaterPlan) => void;
  onClose: () => void;
};

const noFiles: readonly string[] = [];

/** Words, file and time of a message that leaves later. */
export function LaterForm({ message, attachment = null, files = noFiles, customerZone, isNew, isBusy, failure, onSave, onClose }: Props) {
  const say = useWords(chatLaterWords.message);
  const own = getEnterpriseZone();
  const zones = [...new Set([own, customerZone, message.zone])].filter(Boolean);
  const nameOf = (zone: string) => (zone === own ? say('zoneOwn', { zone }) : zone === customerZone ? say('zoneCustomer', { zone }) : zone);
  const [hasFile, setHasFile] = useState(attachment !== null);
  const needsWords = !hasFile && files.length === 0;
  const form = useForm({
    initial: {
      text: message.text,
      time: message.dueAt === undefined ? '' : writeTime(message.dueAt, message.zone),
      zone: message.zone,
      onlyIfSilent: message.onlyIfSilent,
    },
    check: ({ text, time, zone }) => ({
      text: needsWords && text.trim() === '' && say('textEmpty'),
      time: !((readTime(time, zone)?.getTime() ?? 0) > Date.now()) && say('timeFault'),
    }),
  });
  const handleSubmit = ({ text, time, zone, onlyIfSilent }: typeof form.draft) => {
    const dueAt = readTime(time, zone)?.toISOString();
    if (dueAt !== undefined) {
      const isTaken = attachment !== null && !hasFile;
      onSave({ text: text.trim(), dueAt, zone, onlyIfSilent, ...(isTaken ? { attachmentId: '' } : {}) });
    }
  };
  return (
    <Modal opened onClose={onClose} title={say(isNew ? 'planTitle' : 'editTitle')}>
      <DialogForm submit={say('plan')} isBusy={isBusy} onCancel={onClose} onSubmit={form.submit(handleSubmit)}>
        {failure ? <SaveFailure error={failure} /> : null}
        <Textarea
          label={say('text')}
          withAsterisk={needsWords}
          autosize
          minRows={2}
          maxRows={8}
          maxLength={messageLimit}
          data-autofocus
          {...form.field('text')}
        />
        {hasFile && attachment ? (
          <Group justify="space-between" wrap="nowrap">
            <AttachmentView attachment={attachment} />
            <Button
              size="compact-sm"
              variant="subtle"
              color="gray"
              aria-label={say('removeFile', { name: attachment.name })}
              onClick={() => setHasFile(false)}
            >
              {say('remove')}
            </Button>
          </Group>
        ) : null}
        {files.length > 0 ? <Text size="sm">{say('withFiles', { names: files.join(', ') })}</Text> : null}
        <DateTimeField label={say('time')} required {...form.field('time')} />
        {zones.length > 1 ? (
          <Select
            label={say('zone')}
            allowDeselect={false}
            openOnFocus={false}
            data={zones.map((zone) => ({ value: zone, label: nameOf(zone) }))}
            {...form.choice('zone')}
          />
        ) : null}
        <Switch label={say('onlyIfSilent')} {...form.box('onlyIfSilent')} />
      </DialogForm>
    </Modal>
  );
}
